"""Which applications, permits and renunciations, written in the words of the office."""
