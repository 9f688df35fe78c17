"""Actions of legal officers: applications, permits, renunciations, terms."""
