"""Fits a small network to a sine wave, and goes on from its last checkpoint whenever workers come or
go. Start it with torchrun. A file named `stop` beside the checkpoint ends it early."""

import os
import time
from pathlib import Path

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

STEPS = int(os.environ.get("STEPS", "1000"))
PAUSE = float(os.environ.get("PAUSE", "0.02"))  # as if a step were real work
EVERY = 10  # steps between two checkpoints
DIRECTORY = Path(os.environ.get("CHECKPOINTS", "/checkpoints"))
LATEST, FINISHED, STOP = DIRECTORY / "latest.pt", DIRECTORY / "model.pt", DIRECTORY / "stop"


def restored(model, optimizer):
    """The step to go on from. Nobody writes before every rank has read."""
    if not LATEST.exists():
        return 0
    checkpoint = torch.load(LATEST)
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    return checkpoint["step"]


def save(step, model, optimizer):
    """Whole or not at all: whoever writes may be killed at any moment."""
    partial = LATEST.with_suffix(".partial")
    torch.save(
        {"step": step, "model": model.state_dict(), "optimizer": optimizer.state_dict()}, partial
    )
    os.replace(partial, LATEST)


def all_told_to_stop(rank):
    told = torch.tensor(float(rank == 0 and STOP.exists()))
    dist.broadcast(told, src=0)
    return bool(told)


def main():
    dist.init_process_group("gloo")
    rank, size = dist.get_rank(), dist.get_world_size()
    torch.manual_seed(0)
    model = DistributedDataParallel(
        nn.Sequential(nn.Linear(1, 32), nn.Tanh(), nn.Linear(32, 1))
    )
    optimizer = torch.optim.Adam(model.parameters(), lr=0.005)
    step = restored(model, optimizer)
    print(f"rank {rank} of {size} goes on from step {step}", flush=True)

    while step < STEPS and not all_told_to_stop(rank):
        torch.manual_seed(step * size + rank)
        x = torch.rand(64, 1) * 6 - 3
        loss = nn.functional.mse_loss(model(x), torch.sin(x))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1
        if rank == 0 and step % EVERY == 0:
            save(step, model, optimizer)
        if rank == 0 and step % 25 == 0:
            print(f"step {step:4}  loss {loss.item():.4f}  on {size} workers", flush=True)
        time.sleep(PAUSE)

    dist.barrier()
    if rank == 0:
        save(step, model, optimizer)
        os.replace(LATEST, FINISHED)
        STOP.unlink(missing_ok=True)
        print(f"finished after step {step}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
