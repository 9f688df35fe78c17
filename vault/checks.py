"""System checks of keys and fields, and the vault's lines on the readiness page."""

from typing import Any

from django.core import checks
from django.db import Error, models
from pghistory.models import Event

from vault import master
from vault.damage import DamagedValue
from vault.errors import MasterKeyUnusable, VaultError
from vault.privacy import CLASSES, classification, declared, field_names, is_protected, our_models
from vault.subject_keys import SubjectKey


def vault_readiness() -> tuple[str, bool, str]:
    """For the readiness page: a name, whether the vault can be opened, and a sentence about it."""
    try:
        fingerprints = [key.fingerprint for key in master.master_keys()]
        not_destroyed = SubjectKey.objects.filter(wrapped__isnull=False)
        if not_destroyed.exclude(wrapped_with__in=fingerprints).exists():
            return "vault", False, "Some keys are wrapped by a master key that is not configured."
        newest = not_destroyed.order_by("-created_at").first()
        if newest is not None:
            master.unwrap(newest.wrapped, wrapped_with=newest.wrapped_with, key_id=newest.id)
    except (VaultError, Error) as error:
        return "vault", False, f"The vault cannot be opened: {error}"
    return "vault", True, "The vault opens."


def damage_readiness() -> tuple[str, bool, str]:
    """For the readiness page: a name, whether no damaged value was found, and a sentence about it."""
    try:
        count = DamagedValue.objects.count()
    except Error:
        return "records", False, "The database does not answer."
    if count:
        return (
            "records",
            False,
            f"{count} values are damaged; `manage.py vault check --all` says which.",
        )
    return "records", True, "Nobody met a damaged value."


@checks.register
def master_key_is_usable(**kwargs: Any) -> list[checks.CheckMessage]:
    try:
        master.master_keys()
    except MasterKeyUnusable as error:
        return [checks.Error(str(error), id="vault.E001")]
    return []


@checks.register
def every_field_says_how_secret_it_is(**kwargs: Any) -> list[checks.CheckMessage]:
    errors: list[checks.CheckMessage] = []
    for model in our_models():
        errors += privacy_errors(model)
    return errors


def privacy_errors(model: type[models.Model]) -> list[checks.CheckMessage]:
    """Errors in the Privacy class of a model."""
    if issubclass(model, Event):
        missing = sorted(set(field_names(model)) - classification(model).keys())
        return [_unclassified(model, missing)] if missing else []
    errors: list[checks.CheckMessage] = []
    names, classes = set(field_names(model)), classification(model)
    if missing := sorted(names - classes.keys()):
        errors.append(_unclassified(model, missing))
    if unknown := sorted(classes.keys() - names):
        errors.append(_error(model, f"Privacy names no field: {', '.join(unknown)}.", "vault.E003"))
    classified = [name for kind in CLASSES for name in declared(model, kind)]
    if twice := sorted({name for name in classified if classified.count(name) > 1}):
        errors.append(_error(model, f"Classified twice: {', '.join(twice)}.", "vault.E004"))
    return errors + _readable_secrets(model)


def _readable_secrets(model: type[models.Model]) -> list[checks.CheckMessage]:
    """Errors about secrets that would be stored unencrypted."""
    errors = []
    for name, kind in classification(model).items():
        if kind not in {"personal", "sealed"} or name not in field_names(model):
            continue
        if not is_protected(model._meta.get_field(name)):  # type: ignore[arg-type]
            hint = "Use an Encrypted...Field, a TokensField or an exact token."
            errors.append(
                _error(model, f"{name} is {kind} and would stand in clear.", "vault.E005", hint)
            )
    if errors or not any(kind in {"personal", "sealed"} for kind in classification(model).values()):
        return errors
    if not hasattr(model, "sealed_fields"):
        errors.append(_error(model, "A model with secrets must be a SealedRow.", "vault.E006"))
    return errors


def _unclassified(model: type[models.Model], names: list[str]) -> checks.CheckMessage:
    hint = "Name each in `class Privacy:` as open, counted, personal, sealed or staff."
    return _error(model, f"Not classified: {', '.join(names)}.", "vault.E002", hint)


def _error(model: Any, text: str, code: str, hint: str | None = None) -> checks.CheckMessage:
    return checks.Error(f"{model._meta.label}: {text}", hint=hint, obj=model, id=code)
