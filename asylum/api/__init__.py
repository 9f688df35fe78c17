"""Applications, permits and renunciations for programs: the same filters, permissions and sight as the pages."""
