"""Models of people, cases, memberships, arrivals, exits, and of who may see them."""
