// What people do with @kubernetes/client-node. Fails where the API is not what it expects.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import * as k8s from '@kubernetes/client-node';

const namespace = process.env.NAMESPACE;
const desk = process.env.DESK;
const config = new k8s.KubeConfig();
config.loadFromDefault();
const core = config.makeApiClient(k8s.CoreV1Api);

const pod = (name, script) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace, labels: { 'made-by': 'javascript' } },
  spec: {
    restartPolicy: 'Never',
    terminationGracePeriodSeconds: 1,
    containers: [{ name: 'main', image: 'none', command: ['sh', '-c', script] }],
  },
});

const phaseBecomes = (name, phase) =>
  new Promise((resolve, reject) => {
    const seen = [];
    let request;
    new k8s.Watch(config)
      .watch(
        `/api/v1/namespaces/${namespace}/pods`,
        { fieldSelector: `metadata.name=${name}`, timeoutSeconds: 120 },
        (type, object) => {
          seen.push([type, object.status?.phase]);
          if (object.status?.phase === phase) {
            resolve(seen);
            request?.abort();
          }
        },
        (error) => reject(error ?? new Error(`${name} never became ${phase}: ${seen}`)),
      )
      .then((started) => (request = started), reject);
  });

async function tellsItsVersion() {
  const code = await config.makeApiClient(k8s.VersionApi).getCode();
  assert.match(code.gitVersion, /^v1\./);
}

async function watchesAPodAndFollowsItsLog() {
  await core.createNamespacedPod({
    namespace,
    body: pod('scripted', `echo one; until [ -e ${desk}/scripted ]; do sleep 0.1; done; echo two`),
  });
  await phaseBecomes('scripted', 'Running');
  const sink = new PassThrough();
  let text = '';
  const ended = new Promise((resolve, reject) => sink.on('end', resolve).on('error', reject));
  sink.on('data', (chunk) => {
    text += chunk;
    if (!existsSync(`${desk}/scripted`)) writeFileSync(`${desk}/scripted`, '');
  });
  await new k8s.Log(config).log(namespace, 'scripted', 'main', sink, { follow: true });
  await ended;
  assert.equal(text, 'one\ntwo\n');
  await phaseBecomes('scripted', 'Succeeded');
}

async function runsACommandInAContainer() {
  await core.createNamespacedPod({ namespace, body: pod('house', `until [ -e ${desk}/out ]; do sleep 0.1; done`) });
  await phaseBecomes('house', 'Running');
  const out = new PassThrough();
  let text = '';
  out.on('data', (chunk) => (text += chunk));
  const status = await new Promise((resolve, reject) => {
    new k8s.Exec(config)
      .exec(namespace, 'house', 'main', ['sh', '-c', 'echo hello; exit 4'], out, null, null, false, resolve)
      .catch(reject);
  });
  assert.equal(text, 'hello\n');
  assert.equal(status.status, 'Failure');
  assert.equal(status.details.causes.find((cause) => cause.reason === 'ExitCode').message, '4');
  writeFileSync(`${desk}/out`, '');
}

async function changesAndAppliesObjects() {
  const objects = k8s.KubernetesObjectApi.makeApiClient(config);
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'javascript', namespace }, data: { a: '1' } };
  await objects.create(map);
  map.data = { a: '2' };
  await objects.patch(map, undefined, undefined, 'javascript', true, k8s.PatchStrategy.ServerSideApply);
  const found = await core.readNamespacedConfigMap({ name: 'javascript', namespace });
  assert.deepEqual(found.data, { a: '2' });
  await objects.patch({ ...map, data: { b: '3' } }, undefined, undefined, undefined, undefined, k8s.PatchStrategy.MergePatch);
  const merged = await objects.read(map);
  assert.deepEqual(merged.data, { a: '2', b: '3' });
  await assert.rejects(core.readNamespacedConfigMap({ name: 'nobody', namespace }), (error) => error.code === 404);
  await core.deleteCollectionNamespacedPod({ namespace, labelSelector: 'made-by=javascript', gracePeriodSeconds: 0 });
}

async function seesCustomResources() {
  const custom = config.makeApiClient(k8s.CustomObjectsApi);
  const kind = { group: 'kubeflow.org', version: 'v1', namespace, plural: 'pytorchjobs' };
  const body = {
    apiVersion: 'kubeflow.org/v1',
    kind: 'PyTorchJob',
    metadata: { name: 'javascript' },
    spec: {
      runPolicy: { suspend: true },
      pytorchReplicaSpecs: {
        Master: { template: { spec: { containers: [{ name: 'pytorch', image: 'none', command: ['true'] }] } } },
      },
    },
  };
  await custom.createNamespacedCustomObject({ ...kind, body });
  const listed = await custom.listNamespacedCustomObject(kind);
  assert.equal(listed.items.length, 1);
  await custom.deleteNamespacedCustomObject({ ...kind, name: 'javascript' });
}

for (const story of [
  tellsItsVersion,
  watchesAPodAndFollowsItsLog,
  runsACommandInAContainer,
  changesAndAppliesObjects,
  seesCustomResources,
]) {
  await story();
  console.log(story.name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}
process.exit(0);
