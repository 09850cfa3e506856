"""What people do with Kubeflow's training SDK. Fails where Trainyard is not what it expects."""

import os
import pathlib

from kubeflow.training import TrainingClient

NAMESPACE = os.environ["NAMESPACE"]
DESK = pathlib.Path(os.environ["DESK"])

training = TrainingClient(config_file=os.environ["KUBECONFIG"], namespace=NAMESPACE, job_kind="PyTorchJob")


def train(parameters):
    import os
    import pathlib
    import time

    print("rank", os.environ["RANK"], "of", os.environ["WORLD_SIZE"], flush=True)
    while not pathlib.Path(parameters["until"]).exists():
        time.sleep(0.1)
    print("learned with", parameters["rate"], flush=True)


training.create_job(name="sdk", train_func=train, parameters={"rate": 0.1, "until": str(DESK / "learned")}, num_workers=1)
print("creates a job from a function")

training.wait_for_job_conditions("sdk", expected_conditions={"Running"}, polling_interval=1, timeout=120)
assert training.is_job_running("sdk")
assert "sdk" in [job.metadata.name for job in training.list_jobs()]
assert training.get_job_pod_names("sdk") == ["sdk-master-0"]
print("sees it running")

# Ends the program once its first line is here, so that what follows can only have been followed.
first = training.get_job_logs("sdk")[0]["sdk-master-0"]
while "rank 0 of 1" not in first:
    first = training.get_job_logs("sdk")[0]["sdk-master-0"]
(DESK / "learned").touch()
followed, _ = training.get_job_logs("sdk", follow=True)
assert "learned with 0.1" in followed["sdk-master-0"], followed
print("follows its logs")

job = training.wait_for_job_conditions("sdk", polling_interval=1, timeout=120)
assert training.is_job_succeeded("sdk")
assert job.status.completion_time is not None
_, events = training.get_job_logs("sdk", verbose=True)
assert any("Created pod: sdk-master-0" in told for told in events["pytorchjob/sdk"]), events
print("waits for its end")

training.delete_job("sdk")
assert "sdk" not in [job.metadata.name for job in training.list_jobs()]
print("deletes it")

script = training.get_job(os.environ["WRITTEN_BY_RUN"])
assert script.spec.run_policy is not None
print("reads what `trainyard run SCRIPT` writes")
