import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportLines, type ExportFormat } from '#src/catalogue/notices/export-records.ts'
import { publishGif } from '../../support/stores/gifs.ts'
import { addNotice, decideAbout } from '../../support/stores/notices.ts'
import { openTestStores } from '../../support/stores/stores.ts'

test('an exported table has no formulas, whole cells, and names only on request', async (t) => {
  const stores = await openTestStores(t)
  const { id, code } = await publishGif(stores, { title: '=cmd|"x",1' })
  const contact = { name: '@anna', email: 'a@example.org', address: '', signature: '' }
  await addNotice(stores, { gifId: id, words: '+1 "quoted"\nsecond line', contact })
  await decideAbout(stores, code, 'hide')
  const exported = async (format: ExportFormat, withContacts: boolean) => {
    const lines = []
    for await (const line of exportLines(stores.notices.records(), { format, withContacts })) lines.push(line)
    return lines
  }
  const [head = '', first = '', ...rest] = await exported('csv', true)
  assert.match(head, /^kind,at,code,title,content_sha256,.*\r\n$/)
  assert.ok(first.includes(`,"'=cmd|""x"",1",`), first)
  assert.ok(first.includes(`,"'+1 ""quoted""\nsecond line",`), first)
  assert.ok(first.includes(`,'@anna,a@example.org,`), first)
  assert.equal(rest.length, 1)
  const lines = (await exported('jsonl', false)).map((line) => JSON.parse(line) as Record<string, unknown>)
  assert.deepEqual(
    lines.map((line) => [line.kind, line.code, line.title, line.name, line.action, line.decided_by]),
    [
      ['notice', code, '=cmd|"x",1', null, null, null],
      ['decision', code, '=cmd|"x",1', null, 'hide', 'operator@example.org'],
    ],
  )
})
