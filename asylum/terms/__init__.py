"""Who looks after a term, who stands in, and the days that an authority granted on top."""
