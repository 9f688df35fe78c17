"""The API of sites and stays: the same filters, permissions and sight as the pages."""
