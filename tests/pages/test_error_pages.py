import pytest
from django.test import Client, RequestFactory
from django.utils import translation
from django.views.defaults import bad_request, permission_denied, server_error


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"), [("es", "Aquí no hay nada"), ("en", "There is nothing here")]
)
def test_a_wrong_address_is_answered_in_both_languages(
    translations: None, client: Client, language: str, words: str
) -> None:
    answer = client.get("/no-such-page", headers={"accept-language": language})
    assert answer.status_code == 404
    assert words in answer.content.decode()


@pytest.mark.parametrize(
    ("language", "words"), [("es", "Algo falló de nuestro lado"), ("en", "Something went wrong")]
)
def test_the_page_for_a_failure_needs_no_database(
    translations: None, rf: RequestFactory, language: str, words: str
) -> None:
    with translation.override(language):
        answer = server_error(rf.get("/"))
    assert answer.status_code == 500
    assert words in answer.content.decode()


def test_refused_and_broken_requests_have_pages(translations: None, rf: RequestFactory) -> None:
    # As early as a wrong host name, before anybody could be known.
    with translation.override("es"):
        broken = bad_request(rf.get("/"), Exception())
        refused = permission_denied(rf.get("/"), Exception())
    assert "No se pudo leer lo que se envió" in broken.content.decode()
    assert "Usted no tiene acceso a esto" in refused.content.decode()


@pytest.mark.django_db
def test_a_form_that_has_expired_says_so(translations: None) -> None:
    answer = Client(enforce_csrf_checks=True).post("/account/login/", {"login": "a"})
    assert answer.status_code == 403
    assert "Este formulario venció" in answer.content.decode()
