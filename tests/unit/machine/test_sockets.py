from __future__ import annotations

import os
import socket
import tempfile

import pytest

from duckrow.machine.sockets import listen_on_path, stop_listening


def test_a_path_listens_in_place_of_what_was_there() -> None:
    with tempfile.TemporaryDirectory(prefix="s-") as directory:
        path = f"{directory}/quack.socket"
        old = listen_on_path(path)
        new = listen_on_path(path)
        assert os.listdir(directory) == ["quack.socket"]
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(path)
            new.accept()[0].close()
        old.close()
        stop_listening(new, path)
        assert os.listdir(directory) == []


@pytest.mark.parametrize("size", [107, 108])
def test_a_path_that_no_client_could_use_is_an_error(size: int) -> None:
    with tempfile.TemporaryDirectory(prefix="s-") as directory:
        path = f"{directory}/{'x' * (size - len(directory) - 1)}"
        if size > 107:
            with pytest.raises(OSError, match="File name too long"):
                listen_on_path(path)
            assert os.listdir(directory) == []
            return
        listening = listen_on_path(path)
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(path)
        stop_listening(listening, path)
