"""Who works here and what they may see: users, offices, teams, grants, permissions, audit."""
