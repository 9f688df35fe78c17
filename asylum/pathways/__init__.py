"""The pathway of a claim in a country, as people read it: stages, where they lead, terms, papers, authority."""
