"""Solves a board and shows how the search gets on. Ctrl-C stops the search."""

import argparse
import pathlib
import sys

import grpc
from taquin.v1 import solve_pb2

from taquin_client.boards import format_moves, parse_board
from taquin_client.client import Client, Search, TlsFiles
from taquin_client.errors import TaquinError

_ALGORITHMS = {
    name.removeprefix("ALGORITHM_").lower().replace("_", "-"): value
    for name, value in solve_pb2.Algorithm.items()
    if value != solve_pb2.ALGORITHM_UNSPECIFIED
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="taquin-solve", description=__doc__)
    parser.add_argument("board", help='rows parted by "/", as in "1 2 3 / 4 5 6 / 7 _ 8"')
    parser.add_argument("--server", default="localhost:50051", help="gRPC target (%(default)s)")
    parser.add_argument("--algorithm", choices=sorted(_ALGORITHMS), default="auto")
    parser.add_argument("--timeout", type=float, help="seconds until the best path so far is wanted")
    parser.add_argument("--cacert", help="authority to trust, PEM; makes the connection TLS")
    parser.add_argument("--token-file", type=pathlib.Path, help="file with the bearer token; wants --cacert")
    return parser


def _show(search: Search) -> int:
    for event in search:
        match event.WhichOneof("event"):
            case "queued":
                print(f"{event.queued.position} ahead in the queue", file=sys.stderr)
            case "progress":
                look = event.progress
                best = look.best_length if look.HasField("best_length") else "none"
                print(f"at least {look.lower_bound} moves, best {best}, {look.expanded_count} expanded", file=sys.stderr)
            case "improved":
                print(f"a path of {event.improved.length} moves", file=sys.stderr)
            case "result":
                result = event.result
                outcome = solve_pb2.Outcome.Name(result.outcome).removeprefix("OUTCOME_").lower()
                length = [result.length, "moves"] if result.HasField("length") else []
                print(outcome, *length, *([result.detail] if result.detail else []))
                if result.moves:
                    print(format_moves(result.moves))
                return 0 if result.HasField("length") else 1
    raise AssertionError("a stream that ends with OK ends with a result")


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        start = parse_board(options.board)
    except ValueError as error:
        print(f"taquin-solve: {error}", file=sys.stderr)
        return 2
    tls = TlsFiles(options.cacert) if options.cacert else None
    token = options.token_file.read_text().strip() if options.token_file else None
    request = solve_pb2.SolveRequest(start=start, algorithm=_ALGORITHMS[options.algorithm])
    try:
        with (
            Client(options.server, tls=tls, token=token) as client,
            client.solve(request, timeout=options.timeout) as search,
        ):
            return _show(search)
    except KeyboardInterrupt:
        return 130
    except TaquinError as error:
        print(f"taquin-solve: {error}", file=sys.stderr)
        for violation in error.violations:
            print(f"  {violation.field}: {violation.description}", file=sys.stderr)
        return 2 if error.code is grpc.StatusCode.INVALID_ARGUMENT else 4


if __name__ == "__main__":
    sys.exit(main())
