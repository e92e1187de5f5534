import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOf } from '../../support/page.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { newGif, publishClaimed } from '../../contract/stores.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import { tinyGif, zipOf } from '../../support/drops.ts'

/** Sends files as a browser without script does. */
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

test('visitors are told why importing needs an account, and their files are not read', async (t) => {
  const site = await startSite(t)
  const page = await pageOf(`${site.url}/import`)
  assert.match(page.text('main'), /Sign in to import GIFs.*belong to an account/)
  const refused = await send(site, { origin: site.url }, [{ name: 'a.gif', bytes: tinyGif(1) }])
  assert.equal(refused.status, 401)
})

test('without script files and a ZIP come in by one form, and one table says what became of each', async (t) => {
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
  assert.match(rows().join('\n'), /notes\.txt Refused No animation or video/)
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

  // Sent again, nothing is there twice.
  await send(site, anna.headers, files, values)
  const again = await pageOf(site.url + address, { headers: anna.headers })
  assert.equal(again.count('tr'), 7)
  // For everybody else there is none.
  for (const headers of [bert.headers, {}])
    assert.notEqual((await site.fetch(address, { headers, redirect: 'manual' })).status, 200)

  const refused: [typeof files, Record<string, string>, number, RegExp][] = [
    [[], {}, 422, /Choose some files first/],
    [[{ name: 'x.gif', bytes: tinyGif(9) }], { category: '999' }, 422, /Choose a category/],
    [[{ name: 'x.gif', bytes: tinyGif(9) }], { batch: 'x' }, 422, /batch/],
    [Array.from({ length: 6 }, (_, n) => ({ name: `${n}.gif`, bytes: tinyGif(n + 10) })), {}, 422, /files/],
    // Two of five have room: the others can be sent again when those are made.
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

test('what came in is changed and deleted by its owner alone, copies of others’ GIFs stay', async (t) => {
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
    await drops.add({ ...drop, name: 'his.gif', code: foreign.code, taskId: null, isCopy: true, error: null })
    const claim = await tasks.claims.claimImport('test', 600_000, 1)
    assert.ok(claim)
    const { request, ownerId, code } = claim
    await publishClaimed({ unitOfWork }, claim, newGif({ ...request, title: 'One', code, ownerId }), null)
  })
  const act = (path: string, values: Record<string, string>, headers = anna.headers) =>
    postForm(site, path, values, headers)
  const files = () => site.withStores(({ drops }) => drops.files(drop, null))
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
