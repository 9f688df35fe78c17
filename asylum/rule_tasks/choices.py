"""The rules that add tasks."""

from enum import StrEnum


class RuleTask(StrEnum):
    """The rule that added a task (`asylum.rule_tasks.actions`); users never see it."""

    NO_RENUNCIATION = "no_renunciation"
    VERIFIED_LATER = "verified_later"
    SCAN_FOLLOWS = "scan_follows"
    LATE_UNSAID = "late_unsaid"
    ENTRY_MOVED = "entry_moved"
    LATE_NOW = "late_now"
    TWO_WORDS = "two_words"
    TWO_PAPERS = "two_papers"
    TWO_CLAIMS = "two_claims"
    TWO_PERMITS = "two_permits"
    PRINCIPAL_ENDED = "principal_ended"
    VISA_TO_REGISTER = "visa_to_register"
