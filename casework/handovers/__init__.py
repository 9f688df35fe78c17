"""Who looks after a case, and what goes along when work is passed on."""
