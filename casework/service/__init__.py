"""Service in a force, sanctions by the state of origin, what was handed over."""
