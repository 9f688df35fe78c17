"""Requests about own data: their legal terms, and the restriction of a case while one is pending."""
