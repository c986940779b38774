"""What there is: terms, cards, box facts, state, events, inputs. Nothing here decides anything."""
