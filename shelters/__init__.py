"""Sites, rooms, beds, and who sleeps where on which night."""
