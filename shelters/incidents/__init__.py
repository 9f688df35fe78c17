"""What happened at a site, what the person says about it, and what was decided until when."""
