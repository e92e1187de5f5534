import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Deployment } from 'kubernetes-models/apps/v1'
import { ConfigMap, Secret, Service } from 'kubernetes-models/v1'
import { parseAllDocuments } from 'yaml'
import { settings } from '#src/config/env.ts'
import { readExample } from '../support/servers/nginx-example.ts'

type Container = {
  args: string[]
  env?: { name: string }[]
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  ports: { name: string; containerPort: number }[]
  securityContext: Record<string, unknown>
  volumeMounts: { mountPath: string }[]
} & Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', { httpGet: { path: string; port: string } }>
type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec: {
    selector: { matchLabels?: Record<string, string> }
    template: {
      metadata: { labels: Record<string, string> }
      spec: {
        containers: Container[]
        securityContext: { runAsNonRoot: boolean; seccompProfile?: { type: string } }
        terminationGracePeriodSeconds: number
      }
    }
  }
}

const documents = parseAllDocuments(readExample('kubernetes.yaml'))
const objects = documents.map((document) => document.toJS() as Manifest)
const deployments = objects.filter(({ kind }) => kind === 'Deployment')
const containerOf = ({ spec }: Manifest) => spec.template.spec.containers[0]!

const kinds: Record<string, { prototype: { validate: (this: unknown) => void } }> = {
  ConfigMap,
  Deployment,
  Secret,
  Service,
}

/**
 * A value that notes which of its keys are read: a validator reads every key that it knows, so that a key that nobody read is
 * one that Kubernetes does not know. An object whose keys are listed is a map.
 */
function watchKeys(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item, index) => watchKeys(item, `${path}[${index}]`, unread))
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      unread.add(`${path}.${key}`)
      return [key, watchKeys(item, `${path}.${key}`, unread)]
    }),
  )
  return new Proxy(inner, {
    get(target, key) {
      unread.delete(`${path}.${String(key)}`)
      return Reflect.get(target, key)
    },
    ownKeys(target) {
      for (const key of Object.keys(target)) unread.delete(`${path}.${key}`)
      return Reflect.ownKeys(target)
    },
  })
}

/** Throws for what Kubernetes would refuse; gives the paths of fields that it does not know. */
function unknownFields(object: Manifest): string[] {
  const Kind = kinds[object.kind]
  assert.ok(Kind !== undefined, object.kind)
  const unread = new Set<string>()
  // A constructor would copy the object, and so read all of its keys.
  Reflect.apply(Kind.prototype.validate, watchKeys(object, '', unread), [])
  return [...unread]
}

test('every object is one that Kubernetes knows, in all of its fields', () => {
  for (const document of documents) assert.deepEqual(document.errors, [])
  assert.ok(objects.length >= 5)
  for (const object of objects) assert.deepEqual(unknownFields(object), [], object.metadata.name)
  const wrong = structuredClone(deployments[0]!)
  Object.assign(containerOf(wrong).securityContext, { readOnlyRootFileSystem: true })
  assert.deepEqual(unknownFields(wrong), [
    '.spec.template.spec.containers[0].securityContext.readOnlyRootFileSystem',
  ])
  Object.assign(wrong.spec, { replicas: 'two' })
  assert.throws(() => unknownFields(wrong), /replicas must be integer/)
})

test('the objects name settings, each other, ports and labels that exist', () => {
  const set = objects.flatMap(({ data = {}, stringData = {} }) => Object.keys({ ...data, ...stringData }))
  const named = [
    ...set,
    ...deployments.flatMap((one) => (containerOf(one).env ?? []).map(({ name }) => name)),
  ]
  assert.ok(named.length >= 10)
  assert.deepEqual(
    named.filter((name) => !(name in settings)),
    [],
  )
  const names = new Set(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`))
  assert.deepEqual(
    deployments.map((one) => containerOf(one).args[0]),
    ['serve', 'work'],
  )
  for (const deployment of deployments) {
    const { envFrom, ports, startupProbe, livenessProbe, readinessProbe } = containerOf(deployment)
    for (const { configMapRef, secretRef } of envFrom) {
      const source =
        configMapRef === undefined ? `Secret ${secretRef?.name}` : `ConfigMap ${configMapRef.name}`
      assert.ok(names.has(source), source)
    }
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
      assert.ok(ports.some(({ name }) => name === httpGet.port))
      assert.match(httpGet.path, /^\/(?:healthz|readyz)$/)
    }
    assert.deepEqual(deployment.spec.selector.matchLabels, deployment.spec.template.metadata.labels)
  }
  const web = deployments.find((one) => containerOf(one).args[0] === 'serve')
  const service = objects.find(({ kind }) => kind === 'Service')
  assert.deepEqual(service?.spec.selector, web?.spec.template.metadata.labels)
})

test('no pod runs as root or writes its root, and those that only answer requests have the restricted profile', () => {
  for (const deployment of deployments) {
    const { securityContext: pod } = deployment.spec.template.spec
    const { args, securityContext: container, volumeMounts } = containerOf(deployment)
    const { procMount, seccompProfile, appArmorProfile, ...common } = container
    assert.equal(pod.runAsNonRoot, true)
    const restricted = {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    }
    assert.deepEqual(common, restricted)
    assert.deepEqual(volumeMounts.map(({ mountPath }) => mountPath).toSorted(), ['/data', '/tmp'])
    const forSandbox = [procMount, seccompProfile, appArmorProfile]
    if (args[0] === 'serve') {
      assert.deepEqual(forSandbox, [undefined, undefined, undefined])
      assert.equal(pod.seccompProfile?.type, 'RuntimeDefault')
    } else {
      assert.deepEqual(forSandbox, ['Unmasked', { type: 'Unconfined' }, { type: 'Unconfined' }])
    }
    // DRAIN_SECONDS is 25.
    assert.ok(deployment.spec.template.spec.terminationGracePeriodSeconds >= 40)
  }
})
