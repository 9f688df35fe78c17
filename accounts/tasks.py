"""Celery tasks."""

from celery import shared_task

from accounts.actions.password_links import send_wanted_links


@shared_task(name="accounts.send_wanted_links")
def send_links() -> None:
    """Mails requested password links. Safe to run twice: a mailed request is deleted."""
    send_wanted_links()
