"""What follows from dates and counts alone: how a stay stands, how full a site is, which beds lie together."""
