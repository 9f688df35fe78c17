"""Requests about own data: when they came, until when the law wants an answer, and whom one leaves with sight of a case."""
