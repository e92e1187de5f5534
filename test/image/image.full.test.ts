import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { maxImageMegabytes } from '../../scripts/image/max-size.ts'
import { askForGif } from '../support/creations.ts'
import { cleanUp, type CleanUp } from '../support/clean-up.ts'
import { freePort } from '../support/servers/free-port.ts'
import { until } from '../support/until.ts'
import { buildImage, type Image, noImage } from './build.ts'
import { startContainer } from './container.ts'

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

async function makeVolume(t: CleanUp): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-volume-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Makes a GIF; returns the path of its page. */
async function makeGif(url: string): Promise<string> {
  const { status, body } = await askForGif(url)
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
  return code
}

describe('the image', { skip: noImage }, () => {
  let image: Image
  const ends: (() => unknown)[] = []
  before(async () => {
    image = await buildImage({ after: (action) => void ends.push(action) })
  })
  after(async () => {
    for (const end of ends.toReversed()) await end()
  })

  test('is small, contains no secrets, and lists its contents with existing licenses', (t) => {
    t.diagnostic(`${megabytes(image.bytes)}, built in ${Math.round(image.buildSeconds)} s`)
    assert.ok(image.bytes <= maxImageMegabytes * 1e6, megabytes(image.bytes))
    const { Labels, User, Volumes } = image.config
    assert.equal(Labels['org.opencontainers.image.version'], '1.2.3')
    assert.equal(Labels['org.opencontainers.image.source'], 'https://example.org/gifwright')
    assert.equal(User, '1000:1000')
    assert.deepEqual(Object.keys(Volumes), ['/data'])
    const page = readFileSync(join(image.folder, 'usr/share/doc/gifwright/sources.md'), 'utf8')
    const rows = page
      .split('\n')
      .filter((line) => /^\| \S+ \| \d/.test(line) || /^\| \S+ \| \S+ \| /.test(line))
    for (const name of ['ffmpeg', 'bubblewrap', 'libx264-164', 'sharp', 'fastify']) {
      assert.ok(
        rows.some((row) => row.startsWith(`| ${name} |`)),
        name,
      )
    }
    const texts = rows.flatMap((row) => /(\/\S+) \|$/.exec(row)?.[1] ?? [])
    assert.ok(texts.length > 200)
    assert.deepEqual(
      texts.filter((path) => !existsSync(join(image.folder, path))),
      [],
    )
    for (const name of ['test', 'node_modules/typescript', 'node_modules/.cache']) {
      assert.ok(!existsSync(join(image.folder, 'opt/gifwright', name)), name)
    }
  })

  test('makes a GIF as any user in a read-only root, is healthy, and stops on request', async (t) => {
    const volume = await makeVolume(t)
    const port = await freePort()
    const settings = {
      PORT: String(port),
      METRICS_PORT: String(await freePort()),
      HOST: '127.0.0.1',
      SANDBOX: 'require',
    }
    const container = await startContainer(t, image, { volume, settings, command: image.config.Cmd })
    assert.match(container.said(), /^sandbox: bubblewrap$/m)
    assert.doesNotMatch(container.said(), /runs as root/)
    const url = `http://127.0.0.1:${port}`
    let health = { isHealthy: false, output: '' }
    await until('the container is healthy', async () => {
      health = await container.checkHealth()
      return health.isHealthy
    })
    assert.match(health.output, /"status":"ok"/)
    t.diagnostic(`idle, it takes ${megabytes(container.memoryBytes())} of memory`)
    const code = await makeGif(url)
    const { result } = (await (await fetch(`${url}/api/gif/${code}`)).json()) as {
      result: { gif_url: string }[]
    }
    const file = await fetch(url + new URL(result[0]!.gif_url).pathname)
    assert.equal(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 6)
        .toString(),
      'GIF89a',
    )
    t.diagnostic(`after a GIF, it takes ${megabytes(container.memoryBytes())} of memory`)
    assert.equal(await container.stop(), 0)
    assert.ok((await readdir(volume)).includes('gifwright.db'))
  })

  test('is healthy in both roles, needs no /tmp, and reports the level of the sandbox that hidden paths leave', async (t) => {
    const volume = await makeVolume(t)
    const port = await freePort()
    const web = await startContainer(t, image, {
      volume,
      settings: { PORT: String(port), METRICS_PORT: String(await freePort()), HOST: '127.0.0.1' },
      command: ['serve'],
      hasTmp: false,
    })
    const worker = await startContainer(t, image, {
      volume,
      // The port of the web container answers, and is not the worker's health port.
      settings: { PORT: String(port), METRICS_PORT: String(await freePort()), SANDBOX: 'require' },
      command: ['work'],
      isMasked: true,
    })
    assert.match(worker.said(), /^sandbox: bubblewrap, but no second one for each tool \(.*proc/m)
    for (const container of [web, worker]) {
      await until('the container is healthy', async () => (await container.checkHealth()).isHealthy)
    }
    await makeGif(`http://127.0.0.1:${port}`)
    assert.equal(await web.stop(), 0)
    assert.equal((await worker.checkHealth()).isHealthy, true)
    assert.equal(await worker.stop(), 0)
  })

  test('without user namespaces it starts with limits only and reports that, unless a sandbox is required', async () => {
    const settings = {
      PORT: '0',
      METRICS_PORT: '',
      DATA_DIR: '/tmp/data',
      YT_DLP: 'off',
      MIN_FREE_DISK_MB: '0',
    }
    const required = await image.run({ ...settings, SANDBOX: 'require' }, ['gifwright', 'start'])
    assert.equal(required.code, 1)
    assert.match(required.said, /^SANDBOX=require, but bubblewrap does not work here .* the container/m)
    const start =
      'gifwright start 2>/tmp/said & until grep -q "^sandbox: " /tmp/said; do sleep 0.1; done; kill $!; wait; cat /tmp/said'
    const { said } = await image.run(settings, ['timeout', '300', 'sh', '-c', start])
    assert.match(said, /^sandbox: limits only, because bubblewrap does not work here/m)
  })
})
