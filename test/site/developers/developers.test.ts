import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { makeToken } from '#src/accounts/tokens.ts'
import { errorCodes } from '#src/lib/app-error.ts'
import { clipOptions } from '#src/options/clip-options.ts'
import { gifOptions } from '#src/options/gif-options.ts'
import type { Answer } from '../../support/answers.ts'
import { type TestApp, startApp } from '../../support/app.ts'
import { makeVideo } from '../../support/media/media.ts'
import { answer, startOrigin } from '../../support/http/origin-server.ts'
import { pageOf } from '../../support/browser/page.ts'
import { signedIn } from '../../support/signed-in.ts'
import { shareSite, startSite } from '../../support/site.ts'

// One site for the tests that need no other.
const site = shareSite()

const run = promisify(execFile)

/** The commands of the page by their names, or the answers below them. */
function codes(page: Awaited<ReturnType<typeof pageOf>>, attribute: 'data-example' | 'data-answer') {
  const found = page.elements('code').filter(({ attribs }) => attribs[attribute] !== undefined)
  return new Map(found.map((code) => [code.attribs[attribute] ?? '', page.textOf(code)]))
}

/** The shape of a value: its keys, recursively; for a list its first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]))
}

/** A folder with the files that the commands name. */
async function workFolder(t: TestContext, app: TestApp): Promise<string> {
  const clip = await makeVideo(t, { seconds: 2 })
  await writeFile(join(app.folder, 'clip.mp4'), await readFile(clip))
  for (const [name, background] of [
    ['1.png', 'red'],
    ['2.png', 'blue'],
    ['hat.png', 'green'],
  ] as const) {
    await sharp({ create: { width: 64, height: 48, channels: 3, background } }).toFile(join(app.folder, name))
  }
  return app.folder
}

test('every command on the page works as printed, and its answer is as shown', async (t) => {
  const origin = await startOrigin(t, {
    '/clip.mp4': answer(await readFile(await makeVideo(t)), { 'content-type': 'video/mp4' }),
  })
  const app = await startApp(t, {
    WORKER_CONCURRENCY: '1',
    SOURCE_ALLOWED_HOSTS: origin.pair,
    SOURCE_PORTS: String(origin.port),
  })
  const folder = await workFolder(t, app)
  const bash = async (command: string) =>
    (await run('bash', ['-c', command], { cwd: folder, encoding: 'utf8' })).stdout

  // A first GIF, made by the page of the fresh instance itself, gives the page a real example.
  const first = codes(await pageOf(`${app.url}/developers`), 'data-example')
  const made = JSON.parse(await bash(first.get('From a video') ?? '')) as { id: string }
  const { code } = (await app.ended(made.id)).result

  const page = await pageOf(`${app.url}/developers`)
  const [commands, shown] = [codes(page, 'data-example'), codes(page, 'data-answer')]
  assert.match(commands.get('One GIF') ?? '', new RegExp(`/api/gif/${code}$`))
  const answers = new Map<string, string>()
  for (const [name, command] of commands) {
    if (!command.startsWith('curl')) continue
    const local = command.replace('https://example.org/clip.mp4', String(origin.url('/clip.mp4')))
    answers.set(name, await bash(local.replace('TASK', made.id).replace('q=cat', 'q=first')))
  }
  assert.equal(answers.size, 24)
  for (const name of ['Change it later', 'A favorite', 'A collection', 'A GIF in it'])
    assert.match(answers.get(name) ?? '', /"code":"unauthorized"/, 'until the token is filled in')

  // The page shows two files of the GIF, the answer has all.
  const one = JSON.parse(answers.get('One GIF') ?? '') as Pick<Answer, 'result'>
  const [gif] = one.result
  const { gif: full, mp4 } = gif?.renditions ?? {}
  assert.ok(gif?.renditions?.webp !== undefined)
  answers.set('One GIF', JSON.stringify({ ...one, result: [{ ...gif, renditions: { gif: full, mp4 } }] }))
  // Every GIF of this test looks like the others that are done by then.
  const task = JSON.parse(answers.get('Status') ?? '') as { similar?: unknown }
  delete task.similar
  answers.set('Status', JSON.stringify(task))
  // The payload of a webhook is shown as an answer, too; that example has a test of its own.
  for (const [name, text] of shown) {
    if (!answers.has(name)) continue
    assert.deepEqual(shapeOf(JSON.parse(answers.get(name) ?? '')), shapeOf(JSON.parse(text)), name)
  }
  assert.deepEqual(JSON.parse(answers.get('One GIF') ?? ''), JSON.parse(shown.get('One GIF') ?? ''))
  assert.deepEqual(JSON.parse(answers.get('An error') ?? ''), JSON.parse(shown.get('An error') ?? ''))
  assert.match(answers.get('Search as a link') ?? '', new RegExp(`"code":"${code}"`))
  assert.match(answers.get('Live events') ?? '', new RegExp(`"status":"done".*"code":"${code}"`))
  assert.equal((JSON.parse(answers.get('oEmbed') ?? '') as { type: string }).type, 'photo')
  for (const name of ['From a video', 'From an address', 'From pictures', 'Fitted']) {
    const { id } = JSON.parse(answers.get(name) ?? '') as { id: string }
    assert.equal((await app.ended(id)).status, 'done', name)
  }
})

test('the JavaScript on the page makes a GIF', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1' })
  const folder = await workFolder(t, app)
  const script = codes(await pageOf(`${app.url}/developers`), 'data-example').get('In JavaScript') ?? ''
  const use = `import { openAsBlob } from 'node:fs'\nconsole.log(await makeGif(await openAsBlob('clip.mp4')))`
  await writeFile(join(folder, 'make.mjs'), `${script}\n${use}`)
  const { stdout } = await run(process.execPath, ['make.mjs'], { cwd: folder })
  assert.match(stdout.trim(), new RegExp(`^${app.url}/[0-9A-Za-z]+$`))
  assert.equal((await fetch(stdout.trim())).status, 200)
})

test('signed-in people see the place of their own token, which works when it is filled in', async () => {
  const anna = await signedIn(site)
  const before =
    codes(await pageOf(`${site.url}/developers`, anna), 'data-example').get('From an address') ?? ''
  assert.match(before, /"Authorization: Bearer gw_…your-token"/)
  const { token, record } = await site.withStores(({ accounts }) =>
    makeToken(accounts, anna.account.id, 'laptop'),
  )
  const page = await pageOf(`${site.url}/developers`, anna)
  const command = codes(page, 'data-example').get('From an address') ?? ''
  assert.ok(command.includes(`Bearer ${record.hint}…your-token"`), command)
  assert.equal(page.body.includes(token), false)
  const filled = `${command.replace(/gw_\S*your-token/, token)} -d private=1`
  const { stdout } = await run('bash', ['-c', filled])
  assert.equal((JSON.parse(stdout) as { success: boolean }).success, true)
  const visitors = codes(await pageOf(`${site.url}/developers`), 'data-example').get('From an address') ?? ''
  assert.doesNotMatch(visitors, /Authorization/)
})

test('no untrusted text appears in a command', async (t) => {
  const site = await startSite(t)
  await site.add({ title: '$(touch /tmp/owned) `id`', tags: ['$(id)'] })
  for (const [name, command] of codes(await pageOf(`${site.url}/developers`), 'data-example')) {
    assert.doesNotMatch(command, /touch|\$\(/, name)
  }
})

test('the page lists the errors with their statuses, and the limits of this instance', async (t) => {
  const site = await startSite(t, {
    MAX_CLIP_SECONDS: '7.5',
    MAX_UPLOAD_MB: '12',
    MAX_PICTURES: '9',
    CREATIONS_PER_MINUTE: '33',
    RATE_LIMIT: 'on',
    CREATION: 'accounts',
  })
  const page = await pageOf(`${site.url}/developers`)
  const words = page.text('main')
  for (const [code, meaning] of Object.entries(errorCodes)) {
    assert.match(words, new RegExp(`${code} [45]\\d\\d ${meaning.replace(/[.?]/g, '\\$&')}`))
  }
  for (const limit of [
    'A clip of a video 7.5 seconds',
    'One upload 12 MB',
    'Pictures of one GIF 2 to 9',
    'Calls that make a GIF 33 a minute from one address',
    'making GIFs needs an API token',
  ]) {
    assert.ok(words.includes(limit), limit)
  }
  assert.match(codes(page, 'data-example').get('From a video') ?? '', /Bearer gw_…your-token/)
})

test('the page lists every optional value of a GIF, with the numbers of this instance', async (t) => {
  const site = await startSite(t, { MAX_FPS: '21', MAX_WIDTH: '333', GIF_PRESET: 'small' })
  const page = await pageOf(`${site.url}/developers`)
  const names = new Set(page.elements('td').map(page.wordsOf))
  for (const { name } of Object.values({ ...gifOptions, ...clipOptions })) assert.ok(names.has(name), name)
  for (const words of ['Default: small', 'From 1 to 21.', 'From 16 to 333.'])
    assert.ok(page.text('main').includes(words), words)
})

test('the table of contents links to every section', async () => {
  const page = await pageOf(`${site.url}/developers`)
  const ids = page.elements('section').map(({ attribs }) => `#${attribs.id}`)
  assert.deepEqual(
    page.all('a', 'href').filter((href) => href.startsWith('#') && href !== '#main'),
    ids,
  )
  assert.ok(ids.length >= 10)
  assert.ok(page.all('a', 'href').includes('/api/docs'))
  assert.ok(page.all('a', 'href').includes('/api/openapi.json'))
})
