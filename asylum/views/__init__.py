"""From a request to a response; the rules live in the actions."""
