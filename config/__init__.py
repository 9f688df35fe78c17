"""Settings, URLs, the Celery app and its schedule, and how the house is started. Imported by nobody."""
