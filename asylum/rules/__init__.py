"""What law and doctrine say about applications, permits and renunciations: pure, no database, no clock."""
