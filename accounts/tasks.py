"""Celery tasks."""

from celery import shared_task

from accounts.actions.password_links import send_wanted_links


@shared_task(name="accounts.send_wanted_links")
def send_links() -> None:
    """Safe to run twice: each mail deletes its wish."""
    send_wanted_links()
