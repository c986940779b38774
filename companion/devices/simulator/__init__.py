"""The same chips in software, below the drivers: production drivers run on them unchanged."""
