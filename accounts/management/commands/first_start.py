"""Starts an empty installation: the first office, its first team and the administrator."""

import getpass
import os
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import BaseCommand, CommandError

from accounts.actions.first_start import first_start, is_empty
from accounts.models import User
from pages.refusals import ActionRefused


class Command(BaseCommand):
    help = "Makes the first office, team and administrator of an empty Amparo."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--office", required=True, help="name of the first office")
        parser.add_argument("--team", default="1", help="name of its first team")
        parser.add_argument("--email", required=True, help="the administrator's address")
        parser.add_argument("--name", required=True, help="the administrator's name")
        parser.add_argument("--language", choices=["es", "en"], default="es")
        parser.add_argument("--country", default="CO", help="its country, in two letters")
        parser.add_argument("--time-zone", default="America/Bogota")

    def handle(self, **options: Any) -> None:
        if not is_empty():
            raise CommandError("Amparo has accounts already; first_start is for an empty one.")
        password = os.environ.get("AMPARO_FIRST_PASSWORD") or self._ask()
        try:
            validate_password(password, User(email=options["email"], full_name=options["name"]))
            first_start(
                office_name=options["office"],
                team_name=options["team"],
                email=options["email"],
                full_name=options["name"],
                password=password,
                language=options["language"],
                country=options["country"],
                time_zone=options["time_zone"],
            )
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        except ActionRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(
            f"{options['email']} can log in as administrator of {options['office']} "
            f"({options['country']}, {options['time_zone']})."
        )

    def _ask(self) -> str:
        password = getpass.getpass("Password (15 characters or more): ")
        if password != getpass.getpass("Once more: "):
            raise CommandError("The two passwords differ.")
        return password
