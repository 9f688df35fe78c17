"""Reference data: places, forces, ranks, organisations and deadline rules, each with its source."""
