"""How the audit log describes what was done to accounts, by event code."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VERBS: dict[str, str | Promise] = {
    "account.disabled": _("closed an account"),
    "account.enabled": _("opened an account again"),
    "account.guessed_at": _(
        "closed the log-in of an account to strangers, after many wrong passwords"
    ),
    "account.invited": _("invited a colleague"),
    "account.log_in_failed": _("failed to log in"),
    "account.logged_in": _("logged in"),
    "account.logged_out": _("logged out"),
    "account.password_changed": _("changed the own password"),
    "account.password_reset": _("sent a colleague a new start"),
    "account.quick_exit": _("left by the quick exit"),
    "account.recovery_codes_made": _("made recovery codes"),
    "account.renamed": _("put the name of a colleague right"),
    "account.title_set": _("changed the title under the own signature"),
    "account.second_factor_ended": _("ended the second factor"),
    "account.second_factor_failed": _("failed at the second factor"),
    "account.second_factor_reset": _("took back the second factor of a colleague"),
    "account.second_factor_set": _("set a second factor"),
    "account.sessions_ended": _("ended other sessions"),
    "account.token_created": _("made a key for a program"),
    "account.token_revoked": _("revoked a key of a program"),
    "audit.exported": _("took the audit log along as a file"),
    "audit.read": _("looked at the audit log"),
    "grant.approved": _("approved a role"),
    "grant.ended": _("ended a role"),
    "grant.given": _("gave a role"),
    "grant.refused": _("refused a role"),
    "office.changed": _("put right what is on file of an office"),
    "office.first_started": _("began this installation"),
    "office.letterhead_set": _("changed what the letters of an office say of who writes them"),
    "office.logo_set": _("changed the logo of the letters of an office"),
    "office.mail_times_set": _("set when mail about notices leaves at an office"),
    "office.opened": _("opened an office"),
    "stand_in.ended": _("ended that a colleague stands in for somebody"),
    "stand_in.named": _("named who stands in for somebody who is away"),
    "team.changed": _("put the name of a team right"),
    "team.opened": _("opened a team"),
    "vault.value_damaged": _("met a sealed value that is damaged"),
}
