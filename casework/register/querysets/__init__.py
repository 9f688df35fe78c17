"""Which rows. Who is on file: people, cases, memberships, arrivals, exits, and who may see them."""
