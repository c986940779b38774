"""The `companion` command: one module a command."""
