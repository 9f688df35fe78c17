"""Sites and stays for programs: the same filters, permissions and sight as the pages."""
