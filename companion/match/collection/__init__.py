"""An owner's cards and box facts, entered one after the other."""
