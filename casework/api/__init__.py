"""Cases, people and arrivals for programs: the same filters, permissions and sight as the pages."""
