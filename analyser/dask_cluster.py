"""Chunks on a Dask cluster: one of this machine's own processes, or one that is there already.

Dask plays again by itself what was lost with a worker, and takes in workers that come later. Loaded only where it is
asked for, since it is an optional extra.
"""

from __future__ import annotations

import logging
import tempfile
import time
from concurrent.futures import CancelledError, Future
from contextlib import ExitStack, suppress
from typing import Any, TypeVar, cast

from .errors import AnalyserError
from .executors import Chunk, Jobs, Parcels, Work, default_jobs, leave_interrupts, play_packed

try:
    import distributed
    from distributed.scheduler import KilledWorker
except ImportError as error:
    raise AnalyserError(
        f"Dask is not installed ({error}): pip install 'agricola-analyser[dask]', or take --executor processes"
    ) from error

PATIENCE = 30
"""Seconds to wait for a scheduler, and for its first worker."""
COUNT_SECONDS = 2.0
"""How often the workers are counted anew."""

LOOK_SECONDS = 2.0
"""How often one looks whether the scheduler is still there."""
RUNNING, CONNECTING = "running", "connecting"
"""What a client says of itself while it has a scheduler, and while it looks for the one that it had."""
LOST = (CancelledError, OSError)
"""What Dask raises where a scheduler has gone."""

Value = TypeVar("Value")


class Cluster:
    """The workers of a Dask cluster. Raises AnalyserError where there is none."""

    where = "workers"

    def __init__(self, jobs: Jobs) -> None:
        self.jobs, self.open, self.parcels = jobs, ExitStack(), Parcels()
        self.counted, self.workers = 0.0, 0
        _hush()
        try:
            self.client = self.open.enter_context(self._client())
            self.client.wait_for_workers(1, timeout=PATIENCE)
        except BaseException as error:
            self.close(error)
            if isinstance(error, OSError | TimeoutError | ValueError | TypeError):
                raise self._unreachable(error) from error
            raise

    def _client(self) -> Any:
        if self.jobs.scheduler is not None:
            return distributed.Client(self.jobs.scheduler, security=self._security(), timeout=PATIENCE)
        folder = self.open.enter_context(tempfile.TemporaryDirectory(prefix="analyser-dask-"))
        cluster = distributed.LocalCluster(
            n_workers=self.jobs.number or default_jobs(), threads_per_worker=1, processes=True,
            dashboard_address=None, local_directory=folder, silence_logs=logging.CRITICAL, memory_limit=0,
        )  # fmt: skip
        client = distributed.Client(self.open.enter_context(cluster))
        client.run(leave_interrupts)
        return client

    def _security(self) -> Any:
        """Return the TLS settings: those given, or None for those of Dask's own configuration."""
        authority, certificate, key = self.jobs.tls
        if not any(self.jobs.tls):
            return None
        return distributed.Security(
            tls_ca_file=authority, tls_client_cert=certificate, tls_client_key=key, require_encryption=True
        )

    def _unreachable(self, error: BaseException) -> AnalyserError:
        if self.jobs.scheduler is None:
            return AnalyserError(f"cannot start a Dask cluster here ({error}): try --executor processes")
        if hasattr(self, "client"):
            return AnalyserError(
                f"no worker came to the scheduler at {self.jobs.scheduler} within {PATIENCE} s: "
                f"start one with: dask worker {self.jobs.scheduler}"
            )
        return AnalyserError(
            f"cannot reach a Dask scheduler at {self.jobs.scheduler} ({_first_line(error)}): "
            "check the address and the TLS files, or start one with: dask scheduler"
        )

    def number(self) -> int:
        """Return how many games can be played at a time: the threads of all workers that are there."""
        if time.monotonic() >= self.counted + COUNT_SECONDS:
            with suppress(OSError, TimeoutError):
                self.workers = sum(self.client.nthreads().values())
            self.counted = time.monotonic()
        return self.workers

    def submit(self, work: Work[Value], first: int, games: int) -> Future[Chunk[Value]]:
        """Have a chunk played by the next worker that is free."""
        future = self.client.submit(play_packed, self.parcels.of(work), first, games, pure=False)
        return cast(Future[Chunk[Value]], future)

    def cancel(self, future: Future[Chunk[Value]]) -> None:
        """Have a chunk not played; of a cluster that is lost nobody is asked."""
        with suppress(*LOST):
            if self.client.status == RUNNING:
                future.cancel()

    def result(self, future: Future[Chunk[Value]], work: Work[Value]) -> Chunk[Value]:
        """Wait for a chunk; raise AnalyserError where the cluster cannot give it."""
        try:
            return self._wait(future)
        except KilledWorker as error:
            raise AnalyserError(
                "workers of the Dask cluster died again and again at the same games: memory may be short, or a policy "
                "ends its process"
            ) from error
        except LOST as error:
            raise AnalyserError(
                f"the Dask cluster is lost ({_first_line(error) or type(error).__name__}): what is kept in --out goes "
                "on by the same command, on any executor"
            ) from error
        except Exception as error:
            missing = _missing(error)
            if missing is None:
                raise
            raise AnalyserError(
                f"the workers of the Dask cluster do not find {missing}: install the same agricola-analyser there"
            ) from error

    def _wait(self, future: Future[Chunk[Value]]) -> Chunk[Value]:
        """Wait for a chunk, and look meanwhile whether the scheduler is there: a client that lost it tells nobody."""
        while True:
            try:
                return future.result(timeout=LOOK_SECONDS)
            except TimeoutError:
                if self.client.status not in (RUNNING, CONNECTING):
                    raise OSError(f"its client is {self.client.status}") from None

    def close(self, error: BaseException | None) -> None:
        """Leave the cluster, or end it where it is our own."""
        with suppress(OSError, TimeoutError):
            self.open.close()


def _hush() -> None:
    """Keep Dask from writing about what is told by errors and progress."""
    for name in [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]:
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _missing(error: BaseException | None) -> str | None:
    """Return the name of a module that a worker did not find, of an error or of what led to it."""
    while error is not None:
        if isinstance(error, ModuleNotFoundError):
            return error.name
        error = error.__cause__ or error.__context__
    return None


def _first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0]
