"""The small screen: its chips, and frames sent as they change."""
