"""Applications, permits, deadlines, and the renunciation of military activity."""
