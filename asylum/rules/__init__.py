"""Rules of law and doctrine about applications, permits and renunciations: pure, no database, no clock."""
