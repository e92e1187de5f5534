import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pageOf } from '../../support/browser/page.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { newGif, publishClaimed } from '../../contract/stores.ts'
import { makeAnimation } from '../../support/media/animations.ts'
import { until } from '../../support/until.ts'
import { listedLimits } from '#src/library/import/drops/drop.ts'
import { english } from '#src/site/messages/en/messages.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import { tinyGif, zipOf } from '../../support/stores/drops.ts'
import { renditionKey } from '#src/media/rendition.ts'
import type { NewGif } from '#src/catalogue/gif.ts'

/** Sends files like a browser without script. */
function send(
  site: TestSite,
  headers: Record<string, string>,
  files: readonly { name: string; bytes: Uint8Array }[],
  values: Record<string, string> = {},
) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ batch: 'a'.repeat(22), category: '1', ...values }))
    body.append(name, value)
  for (const { name, bytes } of files) body.append('files[]', new Blob([new Uint8Array(bytes)]), name)
  return site.fetch('/import', { method: 'POST', body, headers, redirect: 'manual' })
}

test('visitors learn why importing requires an account, and their files are not read', async (t) => {
  const site = await startSite(t)
  const page = await pageOf(`${site.url}/import`)
  assert.match(page.text('main'), /Sign in to import GIFs.*belong to an account/)
  const refused = await send(site, { origin: site.url }, [{ name: 'a.gif', bytes: tinyGif(1) }])
  assert.equal(refused.status, 401)
})

test('without script one form accepts files and a ZIP, and one table shows the result of each', async (t) => {
  const site = await startSite(t, { IMPORT_MAX_FILES: '5', IMPORTS_PER_ACCOUNT: '4', MAX_UPLOAD_MB: '1' })
  const [anna, bert] = [await signedIn(site), await signedIn(site, { email: 'bert@example.org' })]
  const zip = await zipOf({
    'cats/happy-cat.gif': tinyGif(2),
    'cats/same.gif': tinyGif(1),
    'notes.txt': Buffer.from('hello'),
    'large.gif': Buffer.concat([tinyGif(3), Buffer.alloc(2 ** 20)]),
  })
  const files = [
    { name: 'one_frog.gif', bytes: tinyGif(1) },
    { name: 'all.zip', bytes: zip },
    { name: 'still.jpg', bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]) },
  ]
  const values = { tags: 'Pond', folders: '1', rating: 'pg', visibility: 'unlisted' }
  const sent = await send(site, anna.headers, files, values)
  const address = `/import/${'a'.repeat(22)}`
  assert.deepEqual([sent.status, sent.headers.get('location')], [303, address])
  const table = await pageOf(site.url + address, { headers: anna.headers })
  assert.equal(table.headers.get('cache-control'), 'private, no-store')
  const rows = () =>
    table
      .elements('tr')
      .slice(1)
      .map((row) => table.wordsOf(row))
  assert.equal(rows().length, 6, rows().join('\n'))
  assert.match(rows().join('\n'), /one_frog\.gif Waiting/)
  assert.match(rows().join('\n'), /cats\/happy-cat\.gif Waiting/)
  assert.match(rows().join('\n'), /cats\/same\.gif Already here/)
  assert.match(rows().join('\n'), /notes\.txt Refused This is no GIF/)
  assert.match(rows().join('\n'), /large\.gif Refused/)
  assert.match(rows().join('\n'), /still\.jpg Refused A still picture \(JPEG\)/)
  const requests = await site.withStores(async ({ tasks }) =>
    tasks.imports.ofBatch('a'.repeat(22), anna.account.id),
  )
  assert.deepEqual(
    requests.map(({ request }) => [
      request.kind,
      request.title,
      request.tags,
      request.visibility,
      request.rating,
    ]),
    [
      ['keep', 'one frog', ['pond'], 'unlisted', 'pg'],
      ['keep', 'happy cat', ['cats', 'pond'], 'unlisted', 'pg'],
    ],
  )

  // Sent again, nothing is duplicated.
  await send(site, anna.headers, files, values)
  const again = await pageOf(site.url + address, { headers: anna.headers })
  assert.equal(again.count('tr'), 7)
  // It does not exist for anyone else.
  for (const headers of [bert.headers, {}])
    assert.notEqual((await site.fetch(address, { headers, redirect: 'manual' })).status, 200)

  const refused: [typeof files, Record<string, string>, number, RegExp][] = [
    [[], {}, 422, /Choose some files first/],
    [[{ name: 'x.gif', bytes: tinyGif(9) }], { category: '999' }, 422, /Choose a category/],
    [[{ name: 'x.gif', bytes: tinyGif(9) }], { batch: 'x' }, 422, /batch/],
    [Array.from({ length: 6 }, (_, n) => ({ name: `${n}.gif`, bytes: tinyGif(n + 10) })), {}, 422, /files/],
    // There is room for two of five: the others can be sent again when those are made.
    [Array.from({ length: 5 }, (_, n) => ({ name: `${n}.gif`, bytes: tinyGif(n + 20) })), {}, 429, /waiting/],
  ]
  for (const [list, changed, status, message] of refused) {
    const answer = await send(site, anna.headers, list, changed)
    const words = await answer.text()
    assert.deepEqual(
      [answer.status, message.test(words)],
      [status, true],
      `${answer.status} ${words.slice(-500)}`,
    )
  }
})

test('the archive of an account’s own data restores titles, tags and descriptions on another instance', async (t) => {
  const old = await startSite(t)
  const anna = await signedIn(old)
  const gifs: Partial<NewGif>[] = [
    {
      title: 'A “frog”',
      tags: ['pond', 'green'],
      alt: 'A frog jumps.',
      rating: 'pg',
      visibility: 'unlisted',
    },
    { title: 'Secret', tags: [], visibility: 'private' },
  ]
  for (const [index, given] of gifs.entries()) {
    const { mediaId } = await old.add({ ...given, ownerId: anna.account.id, createdAt: 1_600_000_000_000 })
    const path = join(old.folder, `${index}.gif`)
    await writeFile(path, tinyGif(index))
    await old.withStores(({ mediaStore }) => mediaStore.put(renditionKey(mediaId, 'gif'), path))
  }
  const own = await old.fetch('/settings/export', { headers: anna.headers })
  const zip = Buffer.from(await own.arrayBuffer())

  const site = await startSite(t)
  const at = { createdAt: 1_600_000_000_000, uses: 0 }
  const bert = await signedIn(site, { email: 'bert@example.org' })
  await send(site, bert.headers, [{ name: 'my-gifs.zip', bytes: zip }], { tags: 'moved' })
  const batch = 'a'.repeat(22)
  const made = () =>
    site.withStores(async ({ tasks }) =>
      (await tasks.imports.ofBatch(batch, bert.account.id)).map(({ request }) => request),
    )
  assert.deepEqual(
    (await made()).map(({ title, tags, alt, rating, visibility, imported }) => [
      title,
      tags,
      alt,
      rating,
      visibility,
      imported,
    ]),
    [
      ['A “frog”', ['pond', 'green', 'moved'], 'A frog jumps.', 'pg', 'unlisted', at],
      ['Secret', ['moved'], null, null, 'private', at],
    ],
  )
})

test('a list in an archive cannot set values that are not the account’s to set', async (t) => {
  const site = await startSite(t, { IMPORT_MAX_FILES: '8', MAX_UPLOAD_MB: '1', IMPORT_MAX_MB: '1' })
  const bert = await signedIn(site, { email: 'bert@example.org' })
  const rescued = await signedIn(site, { email: 'anna@example.org' })
  const list = (lines: object[]) => Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))
  const large = Buffer.concat([tinyGif(3), Buffer.alloc(400_000)])
  const lines = [
    {
      file: 'a.gif',
      title: 'A',
      owner: 'anna@example.org',
      code: 'wanted',
      uses: 9,
      category: 'none',
      visibility: 'public',
    },
    { file: '../a.gif' },
    { url: 'https://gifs.example/a.gif' },
    { file: 'a.gif', created_at: '2999-01-01T00:00:00Z' },
    ...Array.from({ length: 4 }, () => ({ file: 'large.gif' })),
  ]
  const files = { 'a.gif': tinyGif(1), 'large.gif': large }
  const address = `/import/${'a'.repeat(22)}`
  const bring = async (zip: Record<string, Buffer>, values = {}, name = 'all.zip') => {
    await send(site, bert.headers, [{ name, bytes: await zipOf(zip) }], values)
    return (await pageOf(site.url + address, { headers: bert.headers })).text('main')
  }
  const words = await bring({ ...files, 'gifs.jsonl': list(lines) }, { visibility: 'private' })
  assert.match(words, /2 waiting · 4 refused/)
  assert.match(words, /only its address/)
  assert.match(words, /created_at must be a time/)
  assert.match(words, /Larger than the limit of 1 MB/)
  await site.withStores(async ({ tasks }) => {
    assert.deepEqual(await tasks.imports.ofBatch('a'.repeat(22), rescued.account.id), [])
    const [first] = await tasks.imports.ofBatch('a'.repeat(22), bert.account.id)
    assert.ok(first)
    const { visibility, categoryId, imported } = first.request
    assert.deepEqual([visibility, categoryId, imported?.uses], ['private', 1, 0])
    assert.notEqual(first.code, 'wanted')
  })
  const many = Array.from({ length: 9 }, () => ({ file: 'a.gif' }))
  assert.match(await bring({ ...files, 'gifs.jsonl': list(many) }), /all\.zip Refused More than 8 files/)
  const telegram = Buffer.from('{"name": "x", "type": "personal_chat", "messages": [')
  assert.match(
    await bring({ ...files, 'result.json': telegram }, {}, 'chat.zip'),
    /result\.json is not valid JSON/,
  )
})

test('only the owner changes and deletes imported GIFs, and copies of others’ GIFs stay', async (t) => {
  const site = await startSite(t)
  const [anna, bert] = [await signedIn(site), await signedIn(site, { email: 'bert@example.org' })]
  const foreign = await site.add({ ownerId: bert.account.id, tags: ['his'] })
  await send(site, anna.headers, [
    { name: 'one.gif', bytes: tinyGif(1) },
    { name: 'two.gif', bytes: tinyGif(2) },
    { name: 'still.jpg', bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]) },
  ])
  const drop = { batch: 'a'.repeat(22), ownerId: anna.account.id }
  const address = `/import/${drop.batch}`
  await site.withStores(async ({ drops, tasks, unitOfWork }) => {
    const his = { name: 'his.gif', code: foreign.code, taskId: null, isCopy: true, error: null }
    await drops.add(drop, [his], { limits: listedLimits, isCounted: true })
    const claim = await tasks.claims.claimImport('test', 600_000, 1)
    assert.ok(claim)
    const { request, ownerId, code } = claim
    await publishClaimed({ unitOfWork }, claim, newGif({ ...request, title: 'One', code, ownerId }), null)
  })
  const act = (path: string, values: Record<string, string>, headers = anna.headers) =>
    postForm(site, path, values, headers)
  const files = () => site.withStores(({ drops }) => drops.filesAfter(drop, 0, 100))
  const [one, two, still, his] = await files()
  assert.deepEqual(
    [one, two, still, his].map((file) => file?.state),
    ['done', 'waiting', 'refused', 'exists'],
  )
  const table = await pageOf(site.url + address, { headers: anna.headers })
  assert.match(table.text('main'), /1 done · 1 waiting · 1 already here · 1 refused/)

  for (const [path, values] of [
    [address, { action: 'change', all: '1', add_tags: 'new' }],
    [`${address}/delete`, { all: '1' }],
  ] as const)
    await act(path, values, bert.headers)
  assert.equal((await files()).length, 4)
  const ids = new URLSearchParams({ action: 'change', add_tags: 'New', visibility: 'private' })
  for (const file of [one, two, still, his]) ids.append('ids[]', String(file?.id))
  const changed = await site.fetch(address, {
    method: 'POST',
    body: ids,
    headers: anna.headers,
    redirect: 'manual',
  })
  assert.equal(changed.headers.get('location'), `${address}?done=change&count=2&unchanged=2`)
  const notice = await pageOf(`${site.url}${changed.headers.get('location')}`, { headers: anna.headers })
  assert.match(notice.text('main'), /2 files changed\. 2 files not changed/)
  await site.withStores(async ({ catalogue, tasks }) => {
    const gif = await catalogue.gifByCode(one?.code ?? '')
    assert.deepEqual([gif?.tags.includes('new'), gif?.visibility], [true, 'private'])
    const [, task] = await tasks.imports.ofBatch(drop.batch, drop.ownerId)
    assert.deepEqual([task?.request.tags, task?.request.visibility], [['new'], 'private'])
    assert.deepEqual((await catalogue.gifByCode(foreign.code))?.tags, ['his'])
  })
  for (const [values, message] of [
    [{ action: 'change' }, /Select some GIFs first/],
    [{ action: 'change', all: '1' }, /Choose what to change/],
    [{ action: 'change', all: '1', category: '999' }, /no such category/],
  ] as [Record<string, string>, RegExp][]) {
    const refused = await act(address, values)
    assert.equal(refused.status, 422)
    assert.match(await refused.text(), message)
  }

  const asked = await act(address, { action: 'delete', all: '1' })
  assert.match(await asked.text(), /Delete 3 files permanently\?/)
  await act(`${address}/delete`, { all: '1' })
  assert.deepEqual(
    (await files()).map(({ name }) => name),
    ['his.gif'],
  )
  await site.withStores(async ({ catalogue, tasks }) => {
    assert.equal(await catalogue.gifByCode(one?.code ?? ''), undefined)
    assert.ok(await catalogue.gifByCode(foreign.code))
    assert.equal((await tasks.submissions.read(two?.taskId ?? ''))?.error?.code, 'cancelled')
  })
})

test('files that cannot be kept unchanged become GIFs by one click', async (t) => {
  const site = await startSite(t, { WORKER_CONCURRENCY: '1', MAX_CLIP_SECONDS: '0.4' })
  const anna = await signedIn(site)
  const long = await makeAnimation(site.folder, 'gif', { delaysMs: [200, 200, 200] })
  await send(site, anna.headers, [{ name: 'long-pond.gif', bytes: await readFile(long) }], { tags: 'pond' })
  const address = `/import/${'a'.repeat(22)}`
  const table = () => pageOf(site.url + address, { headers: anna.headers })
  await until('the file is refused', async () => / Refused /.test((await table()).text('main')))
  const refused = await table()
  const buttons = (page: typeof refused) => page.elements('button').map((button) => page.wordsOf(button))
  assert.match(refused.text('main'), /long-pond\.gif Refused .*lasts 0\.6 seconds, and the most is 0\.4/)
  assert.ok(buttons(refused).includes(english.import.table.remake))

  const answer = await postForm(site, address, { action: 'remake' }, anna.headers)
  assert.equal(answer.headers.get('location'), `${address}?done=remake&count=1`)
  await until('its GIF is made', async () => / 1 done /.test((await table()).text('main')), 60_000)
  const { gifs } = await site.withStores(({ catalogue }) =>
    catalogue.ofOwner(anna.account.id, { start: 0, limit: 10 }),
  )
  assert.deepEqual(
    gifs.map(({ title, tags, durationMs }) => [title, tags, durationMs]),
    [['long pond', ['pond'], 400]],
  )
  assert.ok(!buttons(await table()).includes(english.import.table.remake))
})
