"""Fits a small network to a sine wave with DistributedDataParallel. Start it with torchrun."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

STEPS = int(os.environ.get("STEPS", "200"))


def main():
    dist.init_process_group("gloo")
    rank, size = dist.get_rank(), dist.get_world_size()
    print(f"rank {rank} of {size} is in the group", flush=True)

    torch.manual_seed(0)
    model = DistributedDataParallel(
        nn.Sequential(nn.Linear(1, 32), nn.Tanh(), nn.Linear(32, 1))
    )
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    torch.manual_seed(rank + 1)
    for step in range(STEPS + 1):
        x = torch.rand(64, 1) * 6 - 3
        loss = nn.functional.mse_loss(model(x), torch.sin(x))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if rank == 0 and step % 50 == 0:
            print(f"step {step:3}  loss {loss.item():.4f}", flush=True)
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
