import assert from 'node:assert/strict'
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import type { Answer } from '../support/answers.ts'
import { cleanUp, type CleanUp } from '../support/clean-up.ts'
import { askForGif } from '../support/creations.ts'
import { onOneMachine } from '../support/instance.ts'
import { runCommand } from '../support/processes/command.ts'
import { type ServerProcess, startServer } from '../support/processes/server-process.ts'
import { noCaddy, startCaddy } from '../support/servers/caddy.ts'
import { noNginx, startNginx } from '../support/servers/nginx.ts'
import { readExample } from '../support/servers/nginx-example.ts'
import { until } from '../support/until.ts'

/** The service is this user, in a group to which nginx belongs as another user. */
const service = { uid: 12345, gid: 1, group: 'daemon' }
const asService = ['setpriv', '--reuid', '12345', '--regid', '1', '--clear-groups']

const asProxy = ['setpriv', '--reuid', 'nobody', '--regid', '1', '--clear-groups']

const skip =
  onOneMachine('files in a folder, sent by a proxy').skip ||
  noNginx ||
  (process.getuid?.() !== 0 && 'only root starts processes of other users')

type Instance = { folder: string; settings: Record<string, string> }

/** A data folder of the service that its group may pass through. */
async function makeInstance(t: CleanUp): Promise<Instance> {
  const parent = await mkdtemp(join(tmpdir(), 'gifwright-offload-'))
  cleanUp(t, () => rm(parent, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(parent, 0o755)
  const folder = join(parent, 'data')
  await mkdir(folder)
  await chmod(folder, 0o710)
  await chown(folder, service.uid, service.gid)
  return { folder, settings: { DATA_DIR: folder, TRUSTED_PROXIES: '127.0.0.1', HOME: folder } }
}

async function startService(
  { settings }: Instance,
  more: Record<string, string> = {},
): Promise<ServerProcess> {
  return startServer({ ...settings, MEDIA_OFFLOAD: 'x-accel', ...more }, { inside: asService })
}

async function command({ settings }: Instance, ...args: string[]): Promise<string> {
  const { code, out, err } = await runCommand(
    args,
    { ...settings, MIN_FREE_DISK_MB: '0' },
    undefined,
    asService,
  ).ended
  assert.equal(code, 0, err)
  return out
}

/** nginx and, if installed, Caddy, set up like the examples of deploy/, as another user of the group. */
async function startProxies(t: CleanUp, { folder }: Instance, server: ServerProcess): Promise<string[]> {
  const nginx = readExample('nginx-media-offload.conf').replace(
    '/var/lib/gifwright/media/',
    `${folder}/media/`,
  )
  const pass = `location / { proxy_pass ${server.url}; proxy_http_version 1.1; proxy_set_header Connection ""; }`
  const caddy = readExample('caddy-media-offload.Caddyfile')
    .replace('/var/lib/gifwright/media', `${folder}/media`)
    .replace('127.0.0.1:3000', new URL(server.url).host)
  return [
    (await startNginx(t, `${pass}\n${nginx}`, '', `nobody ${service.group}`)).url,
    ...(noCaddy ? [] : [await startCaddy(t, caddy, asProxy)]),
  ]
}

async function stopService(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM')
  assert.equal(await server.exited, 0)
}

/** Makes a GIF; returns the address of its file, without the host. */
async function makeGif(url: string, values = {}, headers: Record<string, string> = {}): Promise<string> {
  const { status, body } = await askForGif(url, values, headers)
  assert.equal(status, 200, JSON.stringify(body))
  let code = ''
  await until('the GIF is made', async () => {
    const answer = (await (await fetch(`${url}/api/status/${body.id}`)).json()) as {
      status: string
      result?: { code: string }
    }
    assert.notEqual(answer.status, 'error', JSON.stringify(answer))
    code = answer.result?.code ?? ''
    return answer.status === 'done'
  })
  const { result } = (await (await fetch(`${url}/api/gif/${code}`, { headers })).json()) as {
    result: { gif_url: string }[]
  }
  const { pathname, search } = new URL(result[0]!.gif_url)
  return pathname + search
}

async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  return answer.status
}

/**
 * Files and folders below the data folder that are accessible to others than the owner, by path, with their
 * permissions.
 */
async function sharedPaths(folder: string): Promise<Map<string, string>> {
  const shared = new Map<string, string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const found = await stat(path).catch(() => null)
    const mode = (found?.mode ?? 0) & 0o777
    if ((mode & 0o077) !== 0) shared.set(relative(folder, path), mode.toString(8))
  }
  return shared
}

test(
  'a proxy running as another user of the group sends exactly the files of GIFs, whichever process wrote them',
  { skip },
  async (t) => {
    const instance = await makeInstance(t)
    const { folder } = instance
    const before = await startService(instance, { MEDIA_OFFLOAD: 'off' })
    const old = [await makeGif(before.url), await makeGif(before.url)]
    assert.deepEqual(await sharedPaths(folder), new Map())
    await stopService(before)

    let server = await startService(instance)
    assert.doesNotMatch(server.said(), /MEDIA_OFFLOAD/)
    let proxies = await startProxies(t, instance, server)
    // The first request may arrive before the files of earlier starts are shared.
    for (const path of old) for (const proxy of proxies) assert.equal(await statusOf(proxy + path), 200)
    // These commands lack the setting.
    const token = (await command(instance, 'account', 'add', 'anna@example.org')).trim()
    const library = join(folder, '../library')
    await mkdir(library)
    await copyFile(join(folder, old[0]!.slice(1)), join(library, 'Unseen cat.gif'))
    await chmod(join(library, 'Unseen cat.gif'), 0o644)
    await command(instance, 'import', library, '--report', join(folder, 'report.jsonl'))
    const { result } = (await (await fetch(`${server.url}/api/find?q=unseen`)).json()) as Answer
    const imported = new URL(result[0]!.gif_url).pathname
    const open = await makeGif(server.url)
    for (const path of [...old, imported, open]) {
      for (const proxy of proxies) {
        const file = await fetch(proxy + path)
        assert.match(await file.text(), /^GIF89a/)
        assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      }
    }
    const closed = await makeGif(server.url, { visibility: 'private' }, { authorization: `Bearer ${token}` })
    for (const proxy of proxies) {
      const signed = await fetch(proxy + closed)
      assert.deepEqual([signed.status, signed.headers.get('cache-control')], [200, 'private, no-store'])
      assert.equal(await statusOf(proxy + closed.replace(/\?.*/, '')), 404)
      assert.equal(await statusOf(proxy + open.replace('/media/', '/protected-media/')), 404)
    }
    let shared = new Map<string, string>()
    await until('the files of all five GIFs are shared', async () => {
      shared = await sharedPaths(folder)
      return [...shared.keys()].filter((path) => path.endsWith('gif.gif')).length === 5
    })
    // A running job's link to a file of a GIF has that file's mode; nobody else passes through `tmp`.
    for (const [path, mode] of shared)
      if (!path.startsWith('tmp/'))
        assert.match(
          `${path} ${mode}`,
          /^media(?:\/gifs(?:\/[\w-]+)?)? 710$|^media\/gifs\/[\w-]+\/[\w.-]+ 640$/,
        )

    // Nobody caches a file that the proxy cannot read or that is gone, and the start says what to change.
    await stopService(server)
    await chmod(folder, 0o700)
    server = await startService(instance)
    await until('the start has named the fault', () => server.said().includes('MEDIA_OFFLOAD'))
    const fault = `MEDIA_OFFLOAD=x-accel cannot work: the group daemon of ${folder}/media cannot pass through ${folder}; run chmod g+x ${folder}; with systemd, set StateDirectoryMode=0710.`
    assert.ok(server.said().split('\n').includes(fault), server.said())
    const check = await runCommand(
      ['config', 'check'],
      { ...instance.settings, MEDIA_OFFLOAD: 'x-accel' },
      undefined,
      asService,
    ).ended
    assert.equal(check.code, 1)
    assert.ok(`${check.out}${check.err}`.includes(fault), check.out)
    proxies = await startProxies(t, instance, server)
    const expectError = async (status: number) => {
      for (const proxy of proxies) {
        const answer = await fetch(proxy + open)
        await answer.arrayBuffer()
        assert.deepEqual([answer.status, answer.headers.get('cache-control')], [status, 'no-store'])
      }
    }
    await expectError(403)
    await chmod(folder, 0o710)
    await rename(join(folder, 'media/gifs'), join(folder, 'media/moved'))
    await expectError(404)
    await stopService(server)
  },
)
