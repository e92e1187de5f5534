import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { english } from '#src/site/messages/en/messages.ts'
import { pageOf } from '../../support/browser/page.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'
import { readZip } from '../../support/media/zip.ts'
import { until } from '../../support/until.ts'
import { renditionKey } from '#src/media/rendition.ts'

const { receipt: receiptTexts, owner: ownerTexts, actions } = english.notices
const attack = '<script>alert("x")</script>'

const claim = {
  reason: 'rights',
  rightsOwner: `Film Ltd ${attack}`,
  work: `The film ${attack}`,
  name: 'Clara Claims',
  email: 'clara@film.example',
  address: '1 Film Street',
  signature: 'Clara C.',
  words: `Take it down ${attack}`,
  goodFaith: '1',
  accurate: '1',
}

test('the life of a case: notice, receipt, decision, the owner’s answer, another decision, removal, export', async (t) => {
  const site = await startSite(t)
  const owner = await signedIn(site)
  const admin = await signedIn(site, { email: 'operator@example.org', admin: true })
  const bytes = Buffer.from('GIF89a and so on')
  const gif = await site.add({ title: `A frog ${attack}`, ownerId: owner.account.id })
  const file = join(site.folder, 'tmp', 'case.gif')
  await writeFile(file, bytes)
  await site.withStores(({ mediaStore }) => mediaStore.put(renditionKey(gif.mediaId, 'gif'), file))
  const casePath = `/admin/notices/${gif.code}`
  const ownPath = `/mine/decisions/${gif.code}`
  const decide = (values: Record<string, string>) =>
    postForm(site, `${casePath}/decide`, values, admin.headers)
  const show = async (path: string, headers: Record<string, string> = {}) => {
    const page = await pageOf(site.url + path, { headers })
    assert.equal(page.status, 200, path)
    assert.ok(!page.body.includes(attack), path)
    return page
  }

  // A claim without a signature comes back as it was typed; a complete one leads to its receipt.
  const visitor = { origin: site.url }
  const unsigned = await postForm(site, `/${gif.code}/report`, { ...claim, signature: '' }, visitor)
  const again = await unsigned.text()
  assert.equal(unsigned.status, 422)
  assert.ok(again.includes('clara@film.example') && !again.includes(attack))
  const sent = await postForm(site, `/${gif.code}/report`, claim, visitor)
  const receipt = sent.headers.get('location') ?? ''
  assert.match(receipt, /^\/notices\/[0-9A-Za-z]{32}$/)
  const waiting = await show(receipt)
  assert.match(waiting.text('main'), new RegExp(receiptTexts.waiting))
  assert.match(waiting.body, /<meta name="robots" content="noindex"/)
  const secrecy = ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) =>
    waiting.headers.get(name),
  )
  assert.deepEqual(secrecy, ['private, no-store', 'no-referrer', 'noindex, nofollow'])
  assert.doesNotMatch(waiting.body, /clara@|Film Street|Clara C/)
  for (const other of [receipt.replace(/.$/, '*'), `/notices/${'a'.repeat(32)}`, '/notices/x']) {
    assert.equal((await site.fetch(other)).status, 404)
  }
  assert.equal((await site.fetch(ownPath, { headers: owner.headers })).status, 404, 'nothing is decided yet')

  // The operator sees all of it, and hides the GIF with a standard text and a note.
  const shown = (await show(casePath, admin.headers)).text('main')
  for (const part of ['clara@film.example', '1 Film Street', 'Clara C.', 'Take it down']) {
    assert.ok(shown.includes(part), part)
  }
  assert.equal((await decide({ action: 'restore', words: 'x' })).status, 422, 'it is not hidden')
  assert.equal((await decide({ action: 'hide', text: '-' })).status, 422, 'without a reason')
  assert.equal((await postForm(site, `${casePath}/decide`, { action: 'hide' }, owner.headers)).status, 404)
  const words = `The film is theirs. ${attack}`
  assert.equal((await decide({ action: 'hide', text: 'rights', words })).status, 303)
  assert.equal((await site.fetch(`/${gif.code}`)).status, 404)
  const decided = (await show(receipt)).text('main')
  assert.ok(decided.includes(actions.hide) && decided.includes('The film is theirs.'))

  // The owner can read the reason, but not the reporter; and answers once.
  const gifPage = await show(`/${gif.code}`, owner.headers)
  assert.ok(gifPage.all('a', 'href').includes(ownPath))
  assert.ok((await show('/mine', owner.headers)).all('a', 'href').includes('/mine/decisions'))
  assert.ok((await show('/mine/decisions', owner.headers)).all('a', 'href').includes(ownPath))
  const own = await show(ownPath, owner.headers)
  for (const part of ['The film is theirs.', 'Film Ltd', 'The film', ownerTexts.byPerson]) {
    assert.ok(own.text('main').includes(part), part)
  }
  assert.doesNotMatch(own.body, /Clara|clara@|Film Street|Take it down/)
  assert.equal((await site.fetch(ownPath, { headers: admin.headers })).status, 404)
  const answer = { words: `I made it ${attack}`, name: 'Anna Answers', address: '2 Pond Road', agreed: '1' }
  assert.equal((await postForm(site, ownPath, { ...answer, agreed: '' }, owner.headers)).status, 422)
  assert.equal((await postForm(site, ownPath, answer, owner.headers)).status, 303)
  assert.equal((await postForm(site, ownPath, answer, owner.headers)).status, 422, 'twice')
  assert.match((await show(ownPath, owner.headers)).text('main'), new RegExp(ownerTexts.waiting))
  const answered = (await show(receipt)).text('main')
  assert.ok(answered.includes('Anna Answers') && answered.includes('I made it'))
  assert.ok(!answered.includes('2 Pond Road'))
  assert.match((await show('/admin/notices?status=counter', admin.headers)).text('main'), /A frog/)

  // The operator reverses the decision; later the GIF is removed, and all of it stays in the record.
  assert.equal((await decide({ action: 'restore' })).status, 303)
  assert.equal((await site.fetch(`/${gif.code}`)).status, 200)
  assert.ok((await show(receipt)).text('main').includes(actions.restore))
  await postForm(site, `/admin/gifs/${gif.code}/remove`, { from: 'notices', text: 'spam' }, admin.headers)
  assert.equal((await site.fetch(`/${gif.code}`)).status, 404)
  assert.ok((await show(ownPath, owner.headers)).text('main').includes(actions.remove))
  const exported = await site.fetch('/admin/notices/export?format=jsonl', { headers: admin.headers })
  const lines = (await exported.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  assert.deepEqual(
    lines.map(({ kind, action, email, gif_removed }) => [kind, action, email, gif_removed]),
    [
      ['notice', null, null, true],
      ['decision', 'hide', null, true],
      ['counter_notice', null, null, true],
      ['decision', 'restore', null, true],
      ['decision', 'remove', null, true],
    ],
  )
  assert.equal(lines[0]?.content_sha256, createHash('sha256').update(bytes).digest('hex'))
  assert.equal((await site.fetch('/admin/notices/export', { headers: owner.headers })).status, 404)
  const archive = await site.fetch('/settings/export', { headers: owner.headers })
  const ownData = String(readZip(Buffer.from(await archive.arrayBuffer())).get('notices.json'))
  assert.ok(ownData.includes('The film is theirs.') && ownData.includes('2 Pond Road'))
  assert.doesNotMatch(ownData, /Clara|Take it down/)

  // The operator's own texts and pages are there without a restart.
  const about = await site.fetch('/about')
  assert.equal(about.status, 404)
  assert.match(await about.text(), /has not written this page yet/)
  for (const folder of ['texts', 'pages']) await mkdir(join(site.folder, folder))
  await writeFile(join(site.folder, 'texts', 'receipt.txt'), `We read {title} within a day. ${attack}`)
  await writeFile(join(site.folder, 'pages', 'about.md'), `# Us\n\nWrite to us. ${attack}`)
  const second = await site.add({ title: 'A newt' })
  const quick = await postForm(site, `/${second.code}/report`, { reason: 'spam' }, visitor)
  await until('the pages are read again', async () => (await site.fetch('/about')).status === 200)
  const ownText = async () => (await show(quick.headers.get('location') ?? '')).text('main')
  await until('the texts are read again', async () =>
    (await ownText()).includes('We read A newt within a day'),
  )
  const page = await show('/about')
  assert.equal(page.text('h1'), 'Us')
  assert.ok(page.all('a', 'href').includes('/about'))
})
