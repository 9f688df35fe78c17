"""Actions of shelters: open sites, set up beds, post coordinators, place and move people."""
