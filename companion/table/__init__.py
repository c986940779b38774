"""One game in progress on one table: its journal, undo and redo, its box, and table scripts."""
