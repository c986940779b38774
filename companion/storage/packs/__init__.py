"""Card packs and box facts as files: shipped ones and an owner's own."""
