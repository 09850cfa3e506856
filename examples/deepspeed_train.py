"""Trains a small model under DeepSpeed, on whatever accelerator there is; a CPU is enough."""

import deepspeed
import torch


def main():
    torch.manual_seed(7)
    model = torch.nn.Linear(8, 1)
    deepspeed.init_distributed(dist_backend="gloo")
    engine, _, _, _ = deepspeed.initialize(
        model=model,
        optimizer=torch.optim.Adam(model.parameters(), lr=0.05),
        config={"train_micro_batch_size_per_gpu": 16},
    )
    rank = torch.distributed.get_rank()
    print(f"rank {rank} of {torch.distributed.get_world_size()} is in the group", flush=True)
    target = torch.arange(8, dtype=torch.float32).unsqueeze(1) / 8
    for step in range(101):
        inputs = torch.randn(16, 8)
        loss = torch.nn.functional.mse_loss(engine(inputs), inputs @ target)
        engine.backward(loss)
        engine.step()
        if rank == 0 and step % 25 == 0:
            print(f"step {step:3}  loss {loss.item():.4f}", flush=True)


if __name__ == "__main__":
    main()
