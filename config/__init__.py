"""Settings, URLs, the Celery app and its schedule, and starting Amparo. No app imports it."""
