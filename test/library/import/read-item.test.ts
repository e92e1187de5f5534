import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { hashOfFile } from '#src/library/import/import-file.ts'
import { readItem } from '#src/library/import/read-item.ts'
import { temporaryFolder } from '../../support/media/yt-dlp.ts'

const notFetched = () => Promise.reject(new Error('not reached'))
const deps = { sources: { check: (address: string) => new URL(address), fetch: notFetched }, maxBytes: 1000 }

test('a file is copied as it was hashed, and refused if it changes in the meantime or is a link', async (t) => {
  const folder = await temporaryFolder(t)
  const context = {
    folder: join(folder, 'own'),
    signal: new AbortController().signal,
    reserve: async () => {},
  }
  await mkdir(context.folder)
  const path = join(folder, 'a.gif')
  await writeFile(path, 'GIF89a')
  const read = await readItem(deps, { kind: 'file', path }, context)
  assert.deepEqual(await hashOfFile(await read.stage()), read.sourceHash)
  const other = await readItem(deps, { kind: 'file', path }, context)
  await appendFile(path, 'more')
  await assert.rejects(other.stage(), { message: 'The file was changed while it was read.' })
  assert.equal(await readFile(path, 'utf8'), 'GIF89amore')
  await symlink(path, join(folder, 'link.gif'))
  await assert.rejects(readItem(deps, { kind: 'file', path: join(folder, 'link.gif') }, context), {
    message: 'Not a file.',
  })
})

test('an entry with more bytes than allowed is refused, whatever its declared size', async (t) => {
  const folder = await temporaryFolder(t)
  const context = { folder, signal: new AbortController().signal, reserve: async () => {} }
  const entry = (bytes: number, chunks: Buffer[]) => ({
    kind: 'entry' as const,
    bytes,
    open: async () => Readable.from(chunks),
  })
  await assert.rejects(readItem(deps, entry(2000, []), context), { code: 'media_too_large' })
  await assert.rejects(readItem(deps, entry(10, [randomBytes(600), randomBytes(600)]), context), {
    code: 'media_too_large',
  })
  const { bytes } = await readItem(deps, entry(10, [randomBytes(600)]), context)
  assert.equal(bytes, 600)
})
