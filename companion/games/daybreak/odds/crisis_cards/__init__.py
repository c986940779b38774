"""What Crisis cards may do, exactly or bounded."""
