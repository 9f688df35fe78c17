"""Service in a force, sanctions by the state of origin, and disarmament on arrival."""
