"""`manage.py vault check` and `manage.py vault rotate`."""

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from vault import master
from vault.checks import vault_readiness
from vault.damage import DamagedValue, delete_repaired
from vault.inspection import BROKEN, inspect
from vault.keys import rotate


class Command(BaseCommand):
    help = "check: reads sealed rows to prove that they can be read. rotate: wraps every key anew."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        check = verbs.add_parser("check", help="decrypts a sample of every model, or every row")
        check.add_argument("--all", action="store_true", help="read every row")
        verbs.add_parser("rotate", help="wraps every data key with AMPARO_MASTER_KEY")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["verb"] == "check":
            self.check_vault(everything=options["all"])
        else:
            self.rotate_keys()

    def check_vault(self, *, everything: bool) -> None:
        _name, opens, sentence = vault_readiness()
        if not opens:
            raise CommandError(sentence)
        self.stdout.write(sentence)
        broken = 0
        for label, verdicts in inspect(everything=everything):
            shown = ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))
            self.stdout.write(f"{label}: {shown or 'nothing sealed yet'}")
            broken += sum(verdicts[verdict] for verdict in BROKEN)
        if repaired := delete_repaired():
            self.stdout.write(f"{repaired} values that pages met as damaged can be read again.")
        for value in DamagedValue.objects.all():
            self.stdout.write(f"damaged: {value.model}.{value.field} of row {value.row_id}")
        if broken:
            raise CommandError(f"{broken} values cannot be read.")

    def rotate_keys(self) -> None:
        count = rotate()
        fingerprint = master.current().fingerprint
        self.stdout.write(f"{count} keys wrapped anew. All are wrapped by {fingerprint}.")
        self.stdout.write("Once every server runs with the new key, drop AMPARO_MASTER_KEYS_OLD.")
