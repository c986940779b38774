"""The journal, its SQLite file, and writing files all or nothing."""
