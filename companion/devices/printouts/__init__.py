"""What an owner prints: card sheets and sticker sheets, as SVG pages."""
