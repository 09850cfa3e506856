"""Trains a line through noisy points, data-parallel, with nothing but Python's standard library.

Every replica holds its own share of the points. In each round it computes the gradient over its
share, the replica of rank 0 averages all gradients, and everyone takes the same step. The group is
formed over a socket from the variables that a PyTorchJob gives its replicas: MASTER_ADDR,
MASTER_PORT, RANK and WORLD_SIZE.
"""

import json
import os
import random
import socket
import sys
import time

ROUNDS = int(os.environ.get("ROUNDS", "60"))
EXIT_CODE = int(os.environ.get("EXIT_CODE", "0"))
PAUSE = float(os.environ.get("PAUSE", "0.02"))
POINTS = 400
RATE = 0.2
CONNECT_SECONDS = 60


class Group:
    """All replicas, as seen by one of them: rank 0 is connected to everybody else."""

    def __init__(self, rank, size, address, port):
        self.rank = rank
        self.size = size
        self.peers = self._gather(port) if rank == 0 else [self._join(address, port)]

    def _gather(self, port):
        with socket.create_server(("", port)) as server:
            peers = []
            while len(peers) < self.size - 1:
                connection, _ = server.accept()
                peers.append(connection.makefile("rw"))
            return peers

    def _join(self, address, port):
        deadline = time.monotonic() + CONNECT_SECONDS
        while True:
            try:
                return socket.create_connection((address, port), timeout=CONNECT_SECONDS).makefile("rw")
            except OSError as problem:
                if time.monotonic() > deadline:
                    sys.exit(f"cannot reach the master at {address}:{port}: {problem}")
                time.sleep(0.1)

    def average(self, numbers):
        """The mean of everybody's numbers, the same for all."""
        if self.rank == 0:
            everybody = [numbers] + [self._receive(peer) for peer in self.peers]
            mean = [sum(column) / self.size for column in zip(*everybody)]
            for peer in self.peers:
                self._send(peer, mean)
            return mean
        self._send(self.peers[0], numbers)
        return self._receive(self.peers[0])

    @staticmethod
    def _send(peer, numbers):
        peer.write(json.dumps(numbers) + "\n")
        peer.flush()

    @staticmethod
    def _receive(peer):
        line = peer.readline()
        if not line:
            sys.exit("a peer has left the group")
        return json.loads(line)


def points(rank):
    """Points near the line y = 3x - 2, other ones on every rank."""
    source = random.Random(rank)
    for _ in range(POINTS):
        x = source.uniform(-1, 1)
        yield x, 3 * x - 2 + source.gauss(0, 0.1)


def loss_and_gradient(data, slope, offset):
    errors = [(slope * x + offset - y, x) for x, y in data]
    loss = sum(error * error for error, _ in errors) / len(data)
    by_slope = 2 * sum(error * x for error, x in errors) / len(data)
    by_offset = 2 * sum(error for error, _ in errors) / len(data)
    return [loss, by_slope, by_offset]


def main():
    rank = int(os.environ["RANK"])
    size = int(os.environ["WORLD_SIZE"])
    group = Group(rank, size, os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"]))
    print(f"rank {rank} of {size} is in the group", flush=True)

    data = list(points(rank))
    slope = offset = 0.0
    for round_number in range(ROUNDS + 1):
        loss, by_slope, by_offset = group.average(loss_and_gradient(data, slope, offset))
        if rank == 0 and round_number % 10 == 0:
            print(f"round {round_number:3}  loss {loss:.4f}", flush=True)
        slope -= RATE * by_slope
        offset -= RATE * by_offset
        time.sleep(PAUSE)
    if rank == 0:
        print(f"learned y = {slope:.2f}x {offset:+.2f}", flush=True)
    sys.exit(EXIT_CODE)


if __name__ == "__main__":
    main()
