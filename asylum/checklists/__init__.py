"""What is missing before a stage of a claim, who brings it, and the three facts that the authority has to find."""
