"""The tick that runs once a minute, and the heartbeats that show that it runs."""
