"""The pathway of a claim in a country: stages, moves, terms, papers, authorities."""
