import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { cookieOf, password } from '../../support/account-site.ts'
import { dataUrl } from '../../support/http/body-server.ts'
import { dataFolder, descendants, programOf, startServer } from '../../support/processes/server-process.ts'
import { until } from '../../support/until.ts'

const email = 'anna@example.org'

/** The paths below a folder. If a folder vanishes during the listing, it is listed again. */
function listBelow(folder: string): string[] {
  for (;;) {
    try {
      return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

/** The files below a folder, with the permissions of users other than the owner, in octal. */
function foreignRights(folder: string): string[] {
  return listBelow(folder).flatMap((path) => {
    // A workspace may vanish in the meantime.
    const rights = (statSync(join(folder, path), { throwIfNoEntry: false })?.mode ?? 0) & 0o077
    return rights === 0 ? [] : [`${path} ${rights.toString(8)}`]
  })
}

async function makeGif(url: string, headers: Record<string, string>): Promise<void> {
  const { default: sharp } = await import('sharp')
  const blue = sharp({ create: { width: 64, height: 48, channels: 3, background: 'blue' } })
  const picture = dataUrl('image/png', await blue.png().toBuffer())
  const body = JSON.stringify({
    title: 'Blue',
    category: 1,
    width: 64,
    height: 48,
    resize: 1,
    private: 1,
    pictures: [picture, picture],
  })
  const asked = await fetch(`${url}/api/create-gif/source/pictures`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  const { id } = (await asked.json()) as { id: string }
  await until('the GIF is made', async () => {
    const { status } = (await (await fetch(`${url}/api/status/${id}`)).json()) as { status: string }
    return status === 'done'
  })
}

test('other users of the machine read nothing of the data, and the data holds no secret of a person', async (t) => {
  const folder = join(await dataFolder(t), 'data')
  const canary = 'nobody-elses-business'
  const server = await startServer({ DATA_DIR: folder, WORKER_CONCURRENCY: '1', CANARY: canary })
  t.after(() => void server.child.kill('SIGKILL'))
  const post = (path: string, values: Record<string, string>, headers = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      body: new URLSearchParams(values),
      headers: { origin: server.url, ...headers },
      redirect: 'manual',
    })
  const cookie = cookieOf(await post('/signup', { email, password })) ?? ''
  const made = await (await post('/settings/tokens', { name: 'laptop' }, { cookie })).text()
  const token = /gw_[\w-]{43}/.exec(made)?.[0] ?? ''
  await makeGif(server.url, { authorization: `Bearer ${token}` })

  assert.deepEqual(foreignRights(folder), [])
  assert.equal(statSync(folder).mode & 0o077, 0)
  const kept = readdirSync(folder).filter((name) => name.startsWith('gifwright.db'))
  const bytes = kept.map((name) => readFileSync(join(folder, name), 'latin1')).join('')
  assert.ok(bytes.includes(email))
  const [, key = ''] = cookie.split('=')
  for (const secret of [password, token, token.slice(8), key]) {
    assert.ok(secret.length > 15)
    assert.ok(!bytes.includes(secret))
  }

  await t.test('decoders get none of the settings of the service, and no token', () => {
    // The bundler of the browser's modules reads only our own files.
    const below = descendants(server.pid).filter((pid) => programOf(pid) !== 'esbuild')
    assert.ok(below.length > 0)
    for (const pid of below) {
      assert.doesNotMatch(
        readFileSync(`/proc/${pid}/environ`, 'latin1'),
        new RegExp(canary),
        'the environment',
      )
      assert.ok(!readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(token))
    }
  })
})

test('the start closes files that an earlier version left open to other users', async (t) => {
  const folder = await dataFolder(t)
  const first = await startServer({ DATA_DIR: folder, WORKER_CONCURRENCY: '0' })
  first.child.kill('SIGKILL')
  await first.exited
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'media/gifs'), { recursive: true })
  const open = readdirSync(folder).map((name) => join(folder, name))
  for (const path of open) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
  const others = join(folder, 'notes.txt')
  writeFileSync(others, 'not ours', { mode: 0o644 })
  chmodSync(others, 0o644)
  const second = await startServer({ DATA_DIR: folder, WORKER_CONCURRENCY: '0' })
  t.after(() => void second.child.kill('SIGKILL'))
  for (const path of open) assert.equal(statSync(path).mode & 0o077, 0, path)
  assert.equal(statSync(folder).mode & 0o777, 0o755, 'the folder itself may be shared')
  assert.equal(statSync(others).mode & 0o777, 0o644)
})
