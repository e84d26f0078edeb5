"""Requests that nobody should send, as foreign hosts and origins, old tokens, nonsense: all of them are refused."""

from __future__ import annotations

import http.client
import json
import socket

import pytest
from studio_client import PATIENCE, at
from websockets.exceptions import ConnectionClosed, InvalidStatus

pytestmark = pytest.mark.one_lane

FOREIGN_HOSTS = [
    "evil.example",
    "evil.example:{port}",
    "127.0.0.1",
    "127.0.0.1:1",
    "127.0.0.2:{port}",
    "[::1]:{port}",
    "",
]
FOREIGN_ORIGINS = ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1", "file://"]
TRAVERSALS = [
    "/static/../server.py",
    "/static/..%2fserver.py",
    "/static/%2e%2e/%2e%2e/pyproject.toml",
    "/static//etc/passwd",
    "/static/....//server.py",
    "/static/..%5cserver.py",
    "/../../../etc/passwd",
    "/static/%00",
    "/app/package.json",
    "/static/../../web/limits.py",
]
MALFORMED = [
    "",
    "{",
    "[]",
    "null",
    "1e999",
    '"ping"',
    '{"id": 1}',
    '{"id": "1", "type": "ping"}',
    '{"id": -1, "type": "ping"}',
    '{"id": 1, "type": "nothing"}',
    '{"id": 1, "type": "ping", "more": 1}',
    '{"id": 1, "type": "position"}',
    '{"id": 1, "type": "position", "position": {"game": 7}}',
    '{"id": 1, "type": "analyse", "position": {"game": "chess"}, "lines": 100000}',
    '{"id": 1, "type": "choose", "position": {"game": "chess"}, "player": "random", "seconds": -1}',
    '{"id": 1, "type": "generate", "branching": 1000000}',
    "[" * 5000 + "]" * 5000,
    '{"id": 1, "type": "ping", "id": NaN}',
    "\x00",
]
DANGEROUS = [  # requests that name files, programs or too much: each is refused with a sentence
    ("position", {"position": at("/etc/passwd.py")}),
    ("position", {"position": at("my_game.py:Game")}),
    ("position", {"position": at("../../secret.py")}),
    ("position", {"position": at("x" * 5000)}),
    ("position", {"position": at("kuhn-poker", "sealed~!!!!")}),
    ("position", {"position": at("kuhn-poker", "sealed~AAAA")}),
    ("position", {"position": at("kuhn-poker"), "people": [-1]}),
    ("record", {"position": at("kuhn-poker", "K J"), "players": []}),
    ("choose", {"position": at("chess"), "player": "uci:/bin/sh"}),
    ("choose", {"position": at("chess"), "player": "gtp:gnugo --mode gtp"}),
    ("choose", {"position": at("chess"), "player": "evil.py:player"}),
    ("choose", {"position": at("chess"), "player": "engine:weights=/etc/passwd"}),
    ("choose", {"position": at("chess"), "player": "engine:table=/etc/passwd"}),
    ("choose", {"position": at("chess"), "player": "engine:book=/etc/passwd"}),
    ("choose", {"position": at("chess"), "player": "engine:hash=99999"}),
    ("choose", {"position": at("chess"), "player": "mcts:threads=64"}),
    ("choose", {"position": at("chess"), "player": "human"}),
    ("match", {"game": "chess", "players": ["random", "uci:sh"]}),
    ("match", {"game": "chess", "players": ["random", "random"], "openings": "/etc/passwd"}),
    ("match", {"game": "tic-tac-toe", "players": ["random", "random"], "match": "../../etc/passwd"}),
    ("match", {"game": "tic-tac-toe", "players": ["random", "random"], "match": "m1/../m2"}),
    ("read", {"game": "chess", "text": "{" * 2000}),
    ("read", {"game": "go", "text": "(;" * 2000}),
    ("position", {"position": at("max(" * 5000)}),
    ("generate", {"branching": 20, "depth": 16}),
    ("record", {"position": at("go"), "players": [], "format": "../../x"}),
]


def request(studio, method="GET", path="/", body=None, **headers):
    """Send a request as it is, and return the status and the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=PATIENCE)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    given = {
        "Host": f"127.0.0.1:{studio.port}",
        **studio.cookie,
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    if body is not None:
        given.setdefault("Content-Length", str(len(body)))
    for name, value in given.items():
        if value is not None:
            connection.putheader(name, value.format(port=studio.port))
    connection.endheaders(body)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer, text


def is_alive(studio):
    return request(studio)[0].status == 200


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_a_foreign_host_is_refused(studio, host):
    assert request(studio, Host=host)[0].status in (400, 403)


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
def test_a_foreign_origin_is_refused(studio, origin):
    assert request(studio, Origin=origin)[0].status == 403
    assert request(studio, "POST", "/api/ask", b"{}", Origin=origin)[0].status == 403
    with pytest.raises(InvalidStatus):
        studio.connect(origin=origin.format(port=studio.port))


def test_a_socket_without_an_origin_is_refused(studio):
    with pytest.raises(InvalidStatus):
        studio.connect(origin=None)


def test_a_request_from_another_site_is_refused(studio):
    assert request(studio, Sec_Fetch_Site="cross-site")[0].status == 403
    assert request(studio, "POST", "/api/ask", b"{}")[0].status == 403  # without an origin


@pytest.mark.parametrize("token", ["", "x", "0" * 43, "{old}", "ä"])
def test_a_token_of_another_start_is_refused(studio, token):
    old = "Kxqh9QO_6nQn5ylVv5E2RHIqdxAZhsmV5y_uQKq14Ho"  # of a start that was
    token = token.replace("{old}", old)
    path = "/?token=" + "".join(f"%{byte:02x}" for byte in token.encode())
    assert request(studio, path=path)[0].status == 403
    cookie = f"halfmove-{studio.port}={old if token else ''}"
    assert request(studio, Cookie=cookie)[0].status == 403
    assert request(studio, "POST", "/api/ask", b"{}", Cookie=cookie, Origin=studio.origin)[0].status == 403
    with pytest.raises(ConnectionClosed) as closed:
        studio.connect(additional_headers={"Cookie": cookie})
    assert closed.value.rcvd.code == 4401


def test_the_token_becomes_a_cookie_that_no_script_reads(studio):
    answer, _ = request(studio, path=f"/?token={studio.token}", Cookie=None)
    assert answer.status == 303
    assert answer.getheader("location") == "/"
    cookie = answer.getheader("set-cookie").lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert request(studio, Cookie=None)[0].status == 403


@pytest.mark.parametrize("path", TRAVERSALS)
def test_no_path_leads_out_of_the_folder(studio, path):
    answer, text = request(studio, path=path)
    assert answer.status in (400, 404)
    assert b"import" not in text
    assert b"root:" not in text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "TRACE", "CONNECT", "PATCH"])
def test_other_methods_are_refused(studio, method):
    assert request(studio, method, Origin=studio.origin)[0].status in (400, 404, 405)


def test_a_long_body_is_refused(studio):
    ask = {"Origin": studio.origin, "Content_Type": "application/json"}
    assert request(studio, "POST", "/api/ask", b"", Content_Length="9999999999", **ask)[0].status == 413
    assert request(studio, "POST", "/api/ask", b" " * ((1 << 20) + 1), **ask)[0].status == 413
    assert request(studio, "POST", "/api/ask", b"", Content_Length="-1", **ask)[0].status in (400, 413)
    assert request(studio, "POST", "/api/ask", b"{}", Origin=studio.origin, Content_Type="text/plain")[0].status == 415
    answer, text = request(studio, "POST", "/api/ask", b'{"id": 1, "type": "tree", "text": "max(1 2)"}', **ask)
    assert (answer.status, json.loads(text)["leaves"]) == (200, 2)


def test_a_long_message_ends_the_connection_and_no_other(studio, connection):
    other = studio.connect()
    other.socket.send(json.dumps({"id": 1, "type": "ping", "x": "x" * (1 << 17)}))
    with pytest.raises(ConnectionClosed) as closed:
        other.receive()
    assert closed.value.rcvd.code == 1009
    assert connection.ask("ping")["type"] == "pong"


@pytest.mark.parametrize("text", MALFORMED)
def test_a_message_that_is_none_is_answered_with_an_error(connection, text):
    connection.socket.send(text)
    reply = connection.receive()
    assert (reply["type"], reply["kind"]) == ("error", "request")
    assert connection.ask("ping")["type"] == "pong"


def test_bytes_are_no_message(studio, connection):
    other = studio.connect()
    other.socket.send(b"\x80\x04\x95")  # as a pickle begins
    with pytest.raises(ConnectionClosed):
        other.receive()
    assert connection.ask("ping")["type"] == "pong"


@pytest.mark.parametrize(("type", "fields"), DANGEROUS)
def test_no_file_no_program_and_not_too_much(connection, type, fields):
    reply = connection.ask(type, **fields)
    assert reply["type"] == "error"
    assert reply["kind"] != "fault"
    assert reply["text"]


def test_too_many_messages_are_answered_with_a_sentence(studio):
    flooding = studio.connect()
    for number in range(2000):
        flooding.socket.send(json.dumps({"id": number, "type": "ping"}))
    replies = [flooding.receive() for _ in range(2000)]
    assert any(reply["type"] == "error" and "messages a second" in reply["text"] for reply in replies)
    assert sum(reply["type"] == "pong" for reply in replies) >= 300
    flooding.close()


def test_nonsense_on_the_wire_harms_nobody(studio):
    for garbage in (
        b"\x16\x03\x01\x02\x00",
        b"GET\r\n\r\n",
        b"\x00" * 100,
        b"GET / HTTP/1.1\r\nHost: " + b"a" * 100_000,
    ):
        with socket.create_connection(("127.0.0.1", studio.port), timeout=PATIENCE) as raw:
            raw.sendall(garbage)
            raw.shutdown(socket.SHUT_WR)
            while raw.recv(4096):
                pass
    assert is_alive(studio)


def test_every_answer_has_the_policy(studio):
    for path in ("/", "/static/index.html", "/nothing"):
        answer, _ = request(studio, path=path)
        policy = answer.getheader("content-security-policy")
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.getheader("x-content-type-options") == "nosniff"


def test_it_listens_on_this_machine_alone(studio):
    addresses = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for address in addresses - {"127.0.0.1"}:
        with socket.socket() as outside:
            assert outside.connect_ex((address, studio.port)) != 0


def test_there_are_fifty_and_more():
    sockets = len(FOREIGN_ORIGINS) + len(MALFORMED) + len(DANGEROUS)
    assert sockets + len(FOREIGN_HOSTS) + len(TRAVERSALS) + len(FOREIGN_ORIGINS) >= 50
