"""What lies on the table, what people can do, and what can happen."""
