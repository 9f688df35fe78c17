"""Papers that are missing before a stage of a claim, who brings them, and the three facts that the authority
decides."""
