"""Due dates of all apps, notices about them, and the page Today."""
