import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Secret, Service } from 'kubernetes-models/v1'
import { parseAllDocuments } from 'yaml'
import { settings } from '#src/config/env.ts'
import { readExample } from '../support/servers/nginx-example.ts'

type Container = {
  args: string[]
  env?: { name: string; value: string }[]
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  ports: { name: string; containerPort: number }[]
  securityContext: Record<string, unknown>
  volumeMounts: { mountPath: string }[]
} & Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', { httpGet: { path: string; port: string } }>
type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec: {
    selector: { matchLabels?: Record<string, string> }
    template: {
      metadata: { labels: Record<string, string> }
      spec: {
        containers: Container[]
        volumes: { name: string; emptyDir?: { sizeLimit: string } }[]
        securityContext: { runAsNonRoot: boolean; seccompProfile?: { type: string } }
        terminationGracePeriodSeconds: number
      }
    }
  }
}

const files = ['kubernetes.yaml', 'kubernetes-secret.yaml', 'kubernetes-migrate.yaml']
const documents = files.flatMap((file) => parseAllDocuments(readExample(file)))
const objects = documents.map((document) => document.toJS() as Manifest)
const deployments = objects.filter(({ kind }) => kind === 'Deployment')
const pods = objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
const containerOf = ({ spec }: Manifest) => spec.template.spec.containers[0]!

const kinds: Record<string, { prototype: { validate: (this: unknown) => void } }> = {
  ConfigMap,
  Deployment,
  Ingress,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  Secret,
  Service,
}

/**
 * A value that records the keys read from it: a validator reads every key that it knows, so a key that nobody read is
 * unknown to Kubernetes. An object whose keys are listed is a map.
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

/** Throws for input that Kubernetes would refuse; returns the paths of unknown fields. */
function unknownFields(object: Manifest): string[] {
  const Kind = kinds[object.kind]
  assert.ok(Kind !== undefined, object.kind)
  const unread = new Set<string>()
  // A constructor would copy the object, and so read all of its keys.
  Reflect.apply(Kind.prototype.validate, watchKeys(object, '', unread), [])
  return [...unread]
}

test('Kubernetes knows every object, with all of its fields', () => {
  for (const document of documents) assert.deepEqual(document.errors, [])
  assert.ok(objects.length >= 11)
  for (const object of objects) assert.deepEqual(unknownFields(object), [], object.metadata.name)
  const wrong = structuredClone(deployments[0]!)
  Object.assign(containerOf(wrong).securityContext, { readOnlyRootFileSystem: true })
  assert.deepEqual(unknownFields(wrong), [
    '.spec.template.spec.containers[0].securityContext.readOnlyRootFileSystem',
  ])
  Object.assign(wrong.spec, { replicas: 'two' })
  assert.throws(() => unknownFields(wrong), /replicas must be integer/)
})

test('the objects name existing settings, objects, ports and labels', () => {
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
  for (const pod of pods) {
    for (const { configMapRef, secretRef } of containerOf(pod).envFrom) {
      const source =
        configMapRef === undefined ? `Secret ${secretRef?.name}` : `ConfigMap ${configMapRef.name}`
      assert.ok(names.has(source), source)
    }
  }
  for (const deployment of deployments) {
    const { ports, startupProbe, livenessProbe, readinessProbe } = containerOf(deployment)
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
  for (const deployment of pods) {
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
    assert.deepEqual(volumeMounts.map(({ mountPath }) => mountPath).toSorted(), [
      '/data',
      '/etc/gifwright/certificates',
      '/tmp',
    ])
    const forSandbox = [procMount, seccompProfile, appArmorProfile]
    if (args[0] !== 'work') {
      assert.deepEqual(forSandbox, [undefined, undefined, undefined])
      assert.equal(pod.seccompProfile?.type, 'RuntimeDefault')
    } else {
      assert.deepEqual(forSandbox, ['Unmasked', { type: 'Unconfined' }, { type: 'Unconfined' }])
    }
    // DRAIN_SECONDS is 25.
    if (deployment.kind === 'Deployment')
      assert.ok(deployment.spec.template.spec.terminationGracePeriodSeconds >= 40)
  }
})

test('the files a pod may write fit in its volume, with room for the search index', () => {
  for (const deployment of deployments) {
    const { env = [] } = containerOf(deployment)
    const megabytesOf = (name: string) => Number(env.find((setting) => setting.name === name)?.value)
    const { volumes } = deployment.spec.template.spec
    const [, gigabytes] =
      /^(\d+)Gi$/.exec(volumes.find(({ name }) => name === 'data')?.emptyDir?.sizeLimit ?? '') ?? []
    const written = megabytesOf('TEMPORARY_MB') + megabytesOf('MEDIA_CACHE_MB')
    assert.ok(written + 512 <= Number(gigabytes) * 1024, `${deployment.metadata.name}: ${written} MB`)
  }
})

test('the Ingress forwards the same as the nginx example, and policies and budgets select the pods', () => {
  const nginx = readExample('nginx.conf')
  const { annotations = {} } = objects.find(({ kind }) => kind === 'Ingress')!.metadata
  const directives: Record<string, string> = {
    'proxy-body-size': 'client_max_body_size',
    'proxy-request-buffering': 'proxy_request_buffering',
    'proxy-connect-timeout': 'proxy_connect_timeout',
    'proxy-send-timeout': 'proxy_send_timeout',
    'proxy-read-timeout': 'proxy_read_timeout',
    'proxy-next-upstream': 'proxy_next_upstream',
  }
  for (const [annotation, directive] of Object.entries(directives)) {
    const [, value = ''] = new RegExp(`^ {4}${directive} ([^;]+);`, 'm').exec(nginx) ?? []
    assert.equal(
      annotations[`nginx.ingress.kubernetes.io/${annotation}`],
      value.replace(/^(\d+)s$/, '$1'),
      annotation,
    )
  }
  assert.equal(annotations['nginx.ingress.kubernetes.io/proxy-buffering'], 'off')
  const egress = objects.find(({ metadata }) => metadata.name === 'gifwright-egress')!.spec as unknown as {
    egress: { ports: { port: number }[] }[]
  }
  assert.deepEqual(
    egress.egress.at(-1)!.ports.map(({ port }) => String(port)),
    settings.SOURCE_PORTS.default,
  )
  const labels = pods.map(({ spec }) => spec.template.metadata.labels)
  type Selector = { matchLabels: Record<string, string> }
  const selectors = objects
    .filter(({ kind }) => kind === 'PodDisruptionBudget' || kind === 'NetworkPolicy')
    .map(({ spec }) => spec as unknown as Partial<Record<'selector' | 'podSelector', Selector>>)
    .map(({ selector, podSelector }) => (selector ?? podSelector)!.matchLabels)
  assert.equal(selectors.length, 4)
  for (const selector of selectors)
    assert.ok(labels.some((own) => Object.entries(selector).every(([name, value]) => own[name] === value)))
})
