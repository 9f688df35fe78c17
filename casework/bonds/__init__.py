"""How two people belong together, said, put right and ended: parents, siblings, partners, and who must be apart."""
