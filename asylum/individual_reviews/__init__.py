"""Reviews of one person, case by case: what was asked of whom, what came of it, and the next step."""
