"""Who may do what: pairing, request checks, hidden information."""
