import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newGif, publishClaimed } from '../../contract/stores.ts'
import { pageOf } from '../../support/browser/page.ts'
import { postForm, type SignedIn, signedIn } from '../../support/signed-in.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import { tinyGif } from '../../support/stores/drops.ts'

const batch = 'a'.repeat(22)
const address = `/import/${batch}`

async function send(site: TestSite, { headers }: SignedIn, names: string[], visibility = 'public') {
  const body = new FormData()
  for (const [name, value] of Object.entries({ batch, category: '1', visibility })) body.append(name, value)
  for (const name of names) body.append('files[]', new Blob([new Uint8Array(tinyGif(1))]), name)
  const sent = await site.fetch('/import', { method: 'POST', body, headers, redirect: 'manual' })
  assert.equal(sent.status, 303)
}

/** Returns the rows of an account's drop as text. */
async function rowsOf(site: TestSite, { headers }: SignedIn): Promise<string[]> {
  const page = await pageOf(site.url + address, { headers })
  return page
    .elements('tr')
    .slice(1)
    .map((row) => page.wordsOf(row))
}

/** Makes the next import; returns the code of its GIF. */
function makeNext(site: TestSite): Promise<string> {
  return site.withStores(async ({ tasks, unitOfWork }) => {
    const claim = await tasks.claims.claimImport('test', 600_000, 8)
    assert.ok(claim, 'an import is waiting')
    const { request, ownerId, code } = claim
    await publishClaimed({ unitOfWork }, claim, newGif({ ...request, title: 'A frog', code, ownerId }), null)
    return code
  })
}

test('a file that another account has only queued, or that is hidden, is imported; later choices of that account are not revealed', async (t) => {
  const site = await startSite(t)
  const [anna, bert] = [await signedIn(site), await signedIn(site, { email: 'bert@example.org' })]
  await send(site, anna, ['hers.gif'])
  await send(site, bert, ['his.gif'])
  assert.match((await rowsOf(site, bert)).join('\n'), /his\.gif Waiting/)
  // She makes hers unlisted while it waits, which does not affect him.
  await postForm(site, address, { action: 'change', all: '1', visibility: 'unlisted' }, anna.headers)
  const hers = await makeNext(site)
  const his = await makeNext(site)
  assert.notEqual(his, hers)
  const page = await site.fetch(address, { headers: bert.headers })
  assert.ok(!(await page.text()).includes(hers))
  // A hidden GIF of another owner is of no use to him.
  await site.withStores(async ({ catalogue }) => {
    for (const code of [hers, his]) {
      const gif = await catalogue.gifByCode(code)
      await catalogue.change(gif?.id ?? 0, { visibility: 'public', hidden: true })
    }
  })
  const carl = await signedIn(site, { email: 'carl@example.org' })
  await send(site, carl, ['carls.gif'])
  assert.match((await rowsOf(site, carl)).join('\n'), /carls\.gif Waiting/)

  // A GIF that was listed when he sent the file is shown to him as long as it is listed.
  const carls = await makeNext(site)
  const dora = await signedIn(site, { email: 'dora@example.org' })
  await send(site, dora, ['doras.gif'])
  assert.match((await rowsOf(site, dora)).join('\n'), /A frog doras\.gif Already here/)
  await site.withStores(async ({ catalogue }) => {
    const gif = await catalogue.gifByCode(carls)
    await catalogue.change(gif?.id ?? 0, { visibility: 'unlisted' })
  })
  const later = await (await site.fetch(address, { headers: dora.headers })).text()
  assert.ok(!later.includes(carls) && !later.includes('A frog'))
  assert.match((await rowsOf(site, dora)).join('\n'), /doras\.gif Deleted/)
})

test('when the first of two identical files is canceled the second is made, and all are deleted at once', async (t) => {
  const site = await startSite(t)
  const anna = await signedIn(site)
  await send(site, anna, ['one.gif', 'two.gif'])
  // Sending files again adds nothing twice.
  await send(site, anna, ['one.gif', 'two.gif'])
  const before = await rowsOf(site, anna)
  assert.equal(before.length, 2)
  assert.match(before.join('\n'), /one\.gif Waiting.*\n.*two\.gif Already here/)
  const [first] = await site.withStores(({ drops }) =>
    drops.filesAfter({ batch, ownerId: anna.account.id }, 0, 100),
  )
  await postForm(site, `${address}/delete`, { 'ids[]': String(first?.id) }, anna.headers)
  assert.match((await rowsOf(site, anna)).join('\n'), /two\.gif Waiting/)
  await makeNext(site)
  assert.match((await rowsOf(site, anna)).join('\n'), /A frog two\.gif Done/)

  const bert = await signedIn(site, { email: 'bert@example.org' })
  await send(site, bert, ['one.gif', 'two.gif'], 'private')
  await postForm(site, `${address}/delete`, { all: '1' }, bert.headers)
  await site.withStores(async ({ tasks, drops }) => {
    assert.deepEqual(await tasks.imports.counts(), { waiting: 0, processing: 0 })
    assert.deepEqual(await drops.filesAfter({ batch, ownerId: bert.account.id }, 0, 100), [])
  })
})
