"""What every page shares: form base, list page, components, errors, static files."""
