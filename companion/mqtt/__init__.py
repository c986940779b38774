"""What a table publishes to a hall's MQTT broker, and hears from it."""
