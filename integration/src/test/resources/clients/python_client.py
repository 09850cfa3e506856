"""What people do with the `kubernetes` package. Fails where the API is not what it expects."""

import os
import pathlib
import sys
import threading

from kubernetes import client, config, dynamic, watch
from kubernetes.client.rest import ApiException
from kubernetes.stream import stream

NAMESPACE = os.environ["NAMESPACE"]
DESK = pathlib.Path(os.environ["DESK"])

config.load_kube_config()
core = client.CoreV1Api()


def pod(name, script):
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "labels": {"made-by": "python"}},
        "spec": {
            "restartPolicy": "Never",
            "terminationGracePeriodSeconds": 1,
            "containers": [{"name": "main", "image": "none", "command": ["sh", "-c", script]}],
        },
    }


def tells_its_version():
    code = client.VersionApi().get_code()
    assert code.git_version.startswith("v1."), code
    assert code.build_date and code.platform, code


def watches_a_pod_from_creation_to_end():
    seen = []
    core.create_namespaced_pod(NAMESPACE, pod("watched", f"until [ -e {DESK}/watched ]; do sleep 0.1; done"))
    # The client writes `watch=True`, as Python does.
    for event in watch.Watch().stream(
        core.list_namespaced_pod, NAMESPACE, field_selector="metadata.name=watched", timeout_seconds=120
    ):
        phase = event["object"].status.phase
        seen.append((event["type"], phase))
        if phase == "Running":
            (DESK / "watched").touch()
        if phase == "Succeeded":
            break
    assert seen[0][0] == "ADDED", seen
    assert ("MODIFIED", "Succeeded") in seen, seen


def follows_logs_until_the_end():
    core.create_namespaced_pod(
        NAMESPACE,
        pod("talker", f"echo one; until [ -e {DESK}/talked ]; do echo tick; sleep 0.2; done; echo two; echo three"),
    )
    wait_for_phase("talker", "Running")
    lines = []
    for line in watch.Watch().stream(core.read_namespaced_pod_log, name="talker", namespace=NAMESPACE, follow=True):
        lines.append(line)
        (DESK / "talked").touch()
    assert lines[0] == "one" and lines[-2:] == ["two", "three"], lines
    wait_for_phase("talker", "Succeeded")
    assert core.read_namespaced_pod_log("talker", NAMESPACE, tail_lines=1) == "three\n"


def wait_for_phase(name, phase):
    for event in watch.Watch().stream(
        core.list_namespaced_pod, NAMESPACE, field_selector=f"metadata.name={name}", timeout_seconds=120
    ):
        if event["object"].status.phase == phase:
            return
    raise AssertionError(f"{name} never became {phase}")


def runs_commands_in_a_container():
    core.create_namespaced_pod(NAMESPACE, pod("host", f"until [ -e {DESK}/left ]; do sleep 0.1; done"))
    wait_for_phase("host", "Running")
    said = stream(
        core.connect_get_namespaced_pod_exec,
        "host",
        NAMESPACE,
        command=["sh", "-c", "echo hello; echo oops >&2"],
        stderr=True,
        stdin=False,
        stdout=True,
        tty=False,
    )
    assert sorted(said.split()) == ["hello", "oops"], said
    conversation = stream(
        core.connect_get_namespaced_pod_exec,
        "host",
        NAMESPACE,
        command=["sh", "-c", "read -r word; echo got $word; exit 3"],
        stderr=True,
        stdin=True,
        stdout=True,
        tty=False,
        _preload_content=False,
    )
    conversation.write_stdin("this\n")
    assert conversation.readline_stdout(timeout=60) == "got this"
    conversation.run_forever(timeout=60)
    assert conversation.returncode == 3, conversation.returncode
    (DESK / "left").touch()


def changes_and_removes_objects():
    core.create_namespaced_config_map(NAMESPACE, {"metadata": {"name": "python"}, "data": {"a": "1"}})
    core.patch_namespaced_config_map("python", NAMESPACE, {"data": {"b": "2"}})
    found = core.read_namespaced_config_map("python", NAMESPACE)
    assert found.data == {"a": "1", "b": "2"}, found.data
    found.data = {"c": "3"}
    core.replace_namespaced_config_map("python", NAMESPACE, found)
    try:
        core.replace_namespaced_config_map("python", NAMESPACE, found)
        raise AssertionError("an old version was accepted")
    except ApiException as e:
        assert e.status == 409, e
    first = core.list_namespaced_pod(NAMESPACE, label_selector="made-by in (python)", limit=1)
    rest = core.list_namespaced_pod(NAMESPACE, label_selector="made-by in (python)", _continue=first.metadata._continue)
    assert len(first.items) == 1 and len(rest.items) >= 2, (first, rest)
    core.delete_collection_namespaced_pod(NAMESPACE, label_selector="made-by=python", grace_period_seconds=0)
    try:
        core.read_namespaced_config_map("nobody", NAMESPACE)
        raise AssertionError("found nobody")
    except ApiException as e:
        assert e.status == 404 and '"name":"nobody"' in e.body.replace(" ", ""), e.body


def applies_by_the_dynamic_client():
    jobs = dynamic.DynamicClient(client.ApiClient()).resources.get(api_version="kubeflow.org/v1", kind="PyTorchJob")
    job = {
        "apiVersion": "kubeflow.org/v1",
        "kind": "PyTorchJob",
        "metadata": {"name": "applied"},
        "spec": {
            "runPolicy": {"suspend": True},
            "pytorchReplicaSpecs": {"Master": {"template": pod("-", "true") | {"metadata": {}}}},
        },
    }
    del job["spec"]["pytorchReplicaSpecs"]["Master"]["template"]["apiVersion"]
    del job["spec"]["pytorchReplicaSpecs"]["Master"]["template"]["kind"]
    del job["spec"]["pytorchReplicaSpecs"]["Master"]["template"]["spec"]["restartPolicy"]
    job["spec"]["pytorchReplicaSpecs"]["Master"]["template"]["spec"]["containers"][0]["name"] = "pytorch"
    jobs.server_side_apply(namespace=NAMESPACE, name="applied", body=job, field_manager="python")
    job["metadata"]["labels"] = {"team": "vision"}
    changed = jobs.server_side_apply(namespace=NAMESPACE, name="applied", body=job, field_manager="python")
    assert changed.metadata.labels.team == "vision", changed
    try:
        job["metadata"]["labels"] = {"team": "speech"}
        jobs.server_side_apply(namespace=NAMESPACE, name="applied", body=job, field_manager="somebody-else")
        raise AssertionError("no conflict")
    except ApiException as e:
        assert e.status == 409, e
    watched = []

    def look():
        for event in jobs.watch(namespace=NAMESPACE, name="applied", timeout=120):
            watched.append(event["type"])
            if event["type"] == "DELETED":
                return

    looking = threading.Thread(target=look)
    looking.start()
    jobs.delete(name="applied", namespace=NAMESPACE)
    looking.join(120)
    assert "DELETED" in watched or not looking.is_alive(), watched


def asks_from_inside_a_pod():
    rbac = client.RbacAuthorizationV1Api()
    here = f"""
import sys
sys.path[:] = {sys.path!r}
from kubernetes import client, config
from kubernetes.client.rest import ApiException
config.load_incluster_config()
try:
    print("pods", len(client.CoreV1Api().list_namespaced_pod("{NAMESPACE}").items))
except ApiException as e:
    print(e.status, e.body)
"""

    def ask(name):
        asking = pod(name, "true")
        # The network in which every cluster of the tests has its API.
        asking["spec"]["hostNetwork"] = True
        asking["spec"]["containers"][0]["command"] = [sys.executable, "-c", here]
        core.create_namespaced_pod(NAMESPACE, asking)
        wait_for_phase(name, "Succeeded")
        return core.read_namespaced_pod_log(name, NAMESPACE)

    refused = ask("stranger")
    assert "403" in refused and "cannot list resource" in refused, refused
    rbac.create_namespaced_role(
        NAMESPACE,
        {"metadata": {"name": "reader"}, "rules": [{"apiGroups": [""], "resources": ["pods"], "verbs": ["list"]}]},
    )
    rbac.create_namespaced_role_binding(
        NAMESPACE,
        {
            "metadata": {"name": "reader"},
            "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "reader"},
            "subjects": [{"kind": "ServiceAccount", "name": "default", "namespace": NAMESPACE}],
        },
    )
    assert ask("reader").startswith("pods "), core.read_namespaced_pod_log("reader", NAMESPACE)


for story in (
    tells_its_version,
    watches_a_pod_from_creation_to_end,
    follows_logs_until_the_end,
    runs_commands_in_a_container,
    changes_and_removes_objects,
    applies_by_the_dynamic_client,
    asks_from_inside_a_pod,
):
    story()
    print(story.__name__.replace("_", " "), flush=True)
