"""Why a part does not answer, and what to do about it."""
