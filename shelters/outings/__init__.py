"""Who went out of a site and came back, and the rule of the site about how long."""
