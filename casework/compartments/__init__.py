"""What was said in confidence: written once by whoever heard it, read by the few who are named."""
