"""The handover of a message to a real server: encrypted, with a login, and refused where it could be read."""

import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from app.mail_sending.handover import NotTaken, hand_over
from app.mailing.mail_server import MailServer
from tests.api.mailing import Mailbox, mail_server

USER, PASSWORD = "bills", "correct horse"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the key and the certificate of 127.0.0.1, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path_factory.mktemp("tls") / "mail.pem"
    plain = serialization.NoEncryption()
    pem = serialization.Encoding.PEM
    file.write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain) + made.public_bytes(pem)
    )
    return file


@pytest.fixture
def trusted(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))


def tls_of(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


def authenticate(*arguments: Any) -> AuthResult:
    given = arguments[-1]
    assert isinstance(given, LoginPassword)
    right = (given.login, given.password) == (USER.encode(), PASSWORD.encode())
    return AuthResult(success=right, handled=False)


@pytest.fixture
def asking(certificate: Path) -> Iterator[Mailbox]:
    """A server that wants encryption, and then a login."""
    options = {"require_starttls": True, "auth_required": True, "authenticator": authenticate}
    with mail_server(tls_context=tls_of(certificate), **options) as mailbox:
        yield mailbox


def message() -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "a@example.com", "b@example.com", "Hello"
    made.set_content("Hello\n")
    return made


def handed(mailbox: Mailbox, scheme: str, user: str = "", password: str = "") -> list[dict[str, str]]:
    server = MailServer(scheme, "127.0.0.1", mailbox.port, user, password)
    return hand_over(server, message(), "a@example.com", ["b@example.com"])


@pytest.mark.usefixtures("trusted")
def test_a_server_that_wants_encryption_and_a_login_gets_both(asking: Mailbox) -> None:
    assert handed(asking, "smtp+starttls", USER, PASSWORD) == []
    assert [recipients for recipients, _ in asking.taken] == [["b@example.com"]]


@pytest.mark.usefixtures("trusted")
def test_a_wrong_password_is_for_an_operator_to_set_right_and_not_told(asking: Mailbox) -> None:
    with pytest.raises(NotTaken) as raised:
        handed(asking, "smtp+starttls", USER, "battery staple")
    assert not raised.value.is_final
    assert raised.value.reason.startswith("535")
    assert "battery" not in raised.value.reason


def test_a_server_whose_certificate_nobody_vouches_for_gets_neither_password_nor_mail(
    asking: Mailbox,
) -> None:
    with pytest.raises(NotTaken, match="SSLCertVerificationError") as raised:
        handed(asking, "smtp+starttls", USER, PASSWORD)
    assert not raised.value.is_final
    assert asking.taken == []


def test_a_server_that_cannot_encrypt_gets_nothing_where_that_is_asked_for() -> None:
    with mail_server() as plain, pytest.raises(NotTaken) as raised:
        handed(plain, "smtp+starttls")
    assert not raised.value.is_final
    assert plain.taken == []


@pytest.mark.usefixtures("trusted")
def test_a_server_that_is_encrypted_from_the_first_byte_is_spoken_to_so(certificate: Path) -> None:
    with mail_server(ssl_context=tls_of(certificate)) as mailbox:
        assert handed(mailbox, "smtps") == []
    assert len(mailbox.taken) == 1


def test_a_server_that_hangs_up_is_tried_again() -> None:
    with mail_server() as mailbox:
        mailbox.answer = "421 Closing"
        with pytest.raises(NotTaken) as raised:
            handed(mailbox, "smtp")
    assert not raised.value.is_final
