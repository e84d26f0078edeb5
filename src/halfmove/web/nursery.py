"""The process from which workers are forked: it has imported the package, and nothing else has happened in it.

So a worker starts within milliseconds and shares most of its memory with the others. The server sends it an `F` with a
socket for each new worker and is told its number; a `K` with a number ends one.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import select
import signal
import socket
import struct
import sys

FORK, KILL = b"F", b"K"
NUMBER = struct.Struct("<cI")
SHARED = "halfmove.web.rooms"  # what every worker imports
COMPILER = "halfmove.compiled.native.kernels"  # what most of them will need, and takes long to import
_QUIET = 0.5  # seconds without an order, after which there is time for that


def main() -> None:
    """Fork workers until the server ends."""
    orders = socket.socket(fileno=int(sys.argv[1]))
    _import(SHARED)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    woken, wake = socket.socketpair()
    wake.setblocking(False)
    signal.set_wakeup_fd(wake.fileno())
    signal.signal(signal.SIGCHLD, lambda *_: None)
    children: set[int] = set()
    complete = False
    while True:
        ready, _, _ = select.select([orders, woken], [], [], None if complete else _QUIET)
        if not ready:
            _import(COMPILER)
            complete = True
        if woken in ready:
            woken.recv(4096)
            _reap(children)
        if orders in ready and not _obey(orders, children):
            os._exit(0)


def _import(module: str) -> None:
    importlib.import_module(module)
    gc.collect()
    gc.freeze()  # so that counting garbage does not touch, and so copy, the memory that is shared


def _reap(children: set[int]) -> None:
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG)[0]) != 0:
            children.discard(ended)


def _obey(orders: socket.socket, children: set[int]) -> bool:
    """Do what the server asks; return whether it is still there."""
    message, sockets, _, _ = socket.recv_fds(orders, NUMBER.size, 1)
    if len(message) < NUMBER.size:
        return False
    order, number = NUMBER.unpack(message)
    if order == KILL:
        if number in children:
            os.kill(number, signal.SIGKILL)
        return True
    child = os.fork()
    if child == 0:
        _become_worker(orders, sockets[0])
    os.close(sockets[0])
    children.add(child)
    try:
        orders.sendall(NUMBER.pack(FORK, child))
    except OSError:  # the server has ended meanwhile
        return False
    return True


def _become_worker(orders: socket.socket, descriptor: int) -> None:
    from halfmove.web.worker import serve

    status = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        orders.close()
        serve(socket.socket(fileno=descriptor))
        status = 0
    finally:
        os._exit(status)


if __name__ == "__main__":
    main()
