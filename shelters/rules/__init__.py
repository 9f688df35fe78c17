"""Pure rules about dates and counts: the state of a stay, the occupancy of a site, which beds lie together."""
