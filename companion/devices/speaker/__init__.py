"""A loudspeaker at the table: what happens and what to do is read out through espeak-ng."""
