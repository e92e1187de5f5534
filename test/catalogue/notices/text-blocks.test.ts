import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { TextFolder } from '#src/adapters/text-files/text-folder.ts'
import { TextBlocks } from '#src/catalogue/notices/text-blocks.ts'
import { cleanUp } from '../../support/clean-up.ts'

test("the operator's texts take precedence, are reloaded when they change, and fill in known placeholders once", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-texts-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const clock = { ms: 0 }
  const files = new TextFolder(join(folder, 'texts'), '.txt', () => clock.ms)
  const texts = new TextBlocks(files, { receipt: 'Hello {title}', 'decision-none': 'Stay\nIt stays.' })
  const values = { title: '{site} <b>', site: 'Here' }
  assert.equal(texts.text('receipt', values), 'Hello {site} <b>')
  assert.equal(texts.text('__proto__', values), '')

  await mkdir(join(folder, 'texts'))
  await writeFile(join(folder, 'texts', 'receipt.txt'), 'Bye {title}, {constructor} {other}\r\n')
  await writeFile(join(folder, 'texts', 'decision-own.txt'), 'Mine: {site}\n\nBecause.\nIndeed.')
  await writeFile(join(folder, 'texts', 'decision-none.txt'), '')
  await writeFile(join(folder, 'texts', 'Not a name.txt'), 'x')
  await writeFile(join(folder, 'texts', 'huge.txt'), 'x'.repeat(300_000))
  await symlink('/nonexistent', join(folder, 'texts', 'broken.txt'))
  assert.equal(texts.text('receipt', values), 'Hello {site} <b>', 'within the second')
  clock.ms += 1000
  assert.equal(texts.text('receipt', values), 'Bye {site} <b>, {constructor} {other}')
  assert.deepEqual(texts.decisions(values), [{ name: 'own', label: 'Mine: Here', text: 'Because.\nIndeed.' }])
  assert.deepEqual(files.names(), ['decision-none', 'decision-own', 'receipt'])
})
