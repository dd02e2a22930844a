"""`--engine dask://HOST:PORT`: a Dask cluster as the workers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from prancha.building.workers.executor import Workers
from prancha.model.diagnostic import Diagnostic, Failure, Place

WAIT = 10
"""Seconds until a scheduler that does not answer is told."""
_ADDRESS = re.compile(r"dask://([\w.-]+|\[[0-9a-fA-F:]+\]):(\d{1,5})\Z")


@contextmanager
def open_engine(address: str) -> Iterator[Workers]:
    """The workers of the Dask cluster at `dask://HOST:PORT`.

    Raises Failure for an address that is none, without the extra `dask`, and
    where no scheduler answers or it has no workers.
    """
    found = _ADDRESS.match(address)
    if found is None:
        raise _failure(f'"{address}" is not the address of an engine', "write dask://HOST:PORT")
    try:
        from distributed import Client
    except ImportError:
        hint = "install it: pip install 'prancha[dask]'"
        raise _failure(f"{address} needs the package distributed", hint) from None
    try:
        client = Client(f"tcp://{found[1]}:{found[2]}", timeout=WAIT, set_as_default=False)
    except OSError as problem:
        hint = "start one: dask scheduler, and on each machine: dask worker HOST:PORT --nthreads 1"
        raise _failure(f"no Dask scheduler answers at {address}: {problem}", hint) from None
    with client:
        parallel = sum(client.nthreads().values())
        if not parallel:
            raise _failure(f"the Dask cluster at {address} has no workers", "start: dask worker HOST:PORT")
        with client.get_executor(pure=False) as executor:
            # Whatever comes from there, be it a lost line or a missing module, is about the cluster.
            yield Workers(
                parallel, Workers.of(executor, parallel).start, f"the engine {address}", (Exception,)
            )


def _failure(message: str, hint: str) -> Failure:
    return Failure([Diagnostic(Place("--engine"), "no-engine", message, hint=hint)])
