"""Buttons, knob, lights and buzzer."""
