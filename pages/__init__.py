"""What all pages share: base classes of forms, lists, components, error pages, static files."""
