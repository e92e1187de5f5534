import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'
import { addNotice, countOpenCases } from '../../support/stores/notices.ts'

test('every way of hiding a GIF has the same effect: its reports are resolved, and the log records it', async (t) => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const site = await startSite(t, {}, { log })
  const admin = await signedIn(site, { admin: true })
  const ways: [string, (code: string) => [string, Record<string, string>]][] = [
    ['the page of the GIF', (code) => [`/${code}/hide`, { hidden: '1' }]],
    ['the reports', (code) => [`/admin/notices/${code}/decide`, { action: 'hide' }]],
    ['the hidden GIFs', (code) => ['/admin/hidden', { gif: code }]],
  ]
  for (const [place, form] of ways) {
    const gif = await site.add()
    await site.withStores(({ notices }) => addNotice({ notices }, { gifId: gif.id, reason: 'spam' }))
    const [path, values] = form(gif.code)
    assert.equal((await postForm(site, path, values, admin.headers)).status, 303, place)
    await site.withStores(async ({ catalogue, notices }) => {
      assert.equal((await catalogue.gifByCode(gif.code))?.hidden, true, place)
      assert.equal(await countOpenCases({ notices }), 0, place)
    })
    const logged = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line.gif === gif.code)
      .map(({ admin: id, action, resolved }) => ({ id, action, resolved }))
    const action = place === 'the reports' ? 'decide about gif' : 'hide gif'
    assert.deepEqual(logged, [{ id: admin.account.id, action, resolved: 1 }], place)
  }
})
