import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { ZipFile } from 'yazl'
import type { RefusedItem } from '#src/library/import/import-item.ts'
import type { FileTree, TreeFile } from '#src/library/import/sources/file-tree.ts'
import type { ArchiveLimits } from '#src/library/import/sources/zip-directory.ts'
import { openZipTree } from '#src/library/import/sources/zip-tree.ts'
import { type WrittenFile, writtenZip } from '#test/support/media/written-zip.ts'
import { formatEnglish } from '#src/lib/errors/error-text.ts'

const limits: ArchiveLimits = {
  entries: 200_000,
  entryBytes: 2 ** 27,
  totalBytes: 2 ** 28,
  manifestRatio: 40,
}
const signal = new AbortController().signal

let folder = ''
before(async () => void (folder = await mkdtemp(join(tmpdir(), 'zip-tree-'))))
after(() => rm(folder, { recursive: true, force: true }))

async function open(bytes: Buffer, changed: Partial<ArchiveLimits> = {}): Promise<FileTree> {
  const path = join(folder, 'a.zip')
  await writeFile(path, bytes)
  return openZipTree(path, 'a.zip', { ...limits, ...changed })
}

async function listed(tree: FileTree): Promise<{ files: TreeFile[]; refused: RefusedItem[] }> {
  const items: (TreeFile | RefusedItem)[] = []
  for await (const item of tree.list(signal)) items.push(item)
  return {
    files: items.filter((item) => 'from' in item),
    refused: items.filter((item) => 'reason' in item),
  }
}

async function contentOf(file: TreeFile): Promise<Buffer> {
  assert.equal(file.from.kind, 'entry')
  return buffer(await (file.from.kind === 'entry' ? file.from.open() : assert.fail()))
}

/** The reason for which the second of two files is refused; the first is still read. */
async function refusalOf(second: WrittenFile): Promise<string> {
  const tree = await open(writtenZip([{ name: 'good.gif' }, second]))
  const { files, refused } = await listed(tree)
  assert.deepEqual(await Promise.all(files.map(contentOf)).then((all) => all.map(String)), ['good.gif'])
  await tree.close()
  assert.equal(refused.length, 1)
  return refused[0] === undefined ? '' : formatEnglish(refused[0].reason)
}

async function assertReadFails(file: WrittenFile, reason: RegExp): Promise<void> {
  const tree = await open(writtenZip([file]))
  const { files } = await listed(tree)
  assert.equal(files.length, 1)
  for (const one of files) await assert.rejects(contentOf(one), { code: 'media_broken', message: reason })
  await tree.close()
}

test('the files of an archive are read as streams, whatever program wrote it', async () => {
  const big = Buffer.alloc(300_000, 'gif ')
  for (const forceZip64Format of [false, true]) {
    const copy = new ZipFile()
    copy.addBuffer(big, 'cats/ünder 😺.gif', { mtime: new Date('2024-05-06T07:08:10Z'), forceZip64Format })
    copy.addBuffer(Buffer.from('stored'), 'b.gif', { compress: false, forceZip64Format })
    copy.addEmptyDirectory('cats/')
    copy.addBuffer(Buffer.from('x'), '__MACOSX/cats/._b.gif')
    copy.addBuffer(Buffer.from('x'), 'cats/.DS_Store')
    copy.end({ forceZip64Format, comment: '' })
    const tree = await open(await buffer(copy.outputStream))
    const { files, refused } = await listed(tree)
    assert.deepEqual(refused, [])
    assert.deepEqual(
      files.map(({ path, bytes }) => [path, bytes]),
      [
        ['cats/ünder 😺.gif', 300_000],
        ['b.gif', 6],
      ],
    )
    assert.deepEqual(await Promise.all(files.map(contentOf)), [big, Buffer.from('stored')])
    assert.equal(new Date(files[0]?.modifiedAt ?? 0).toISOString(), '2024-05-06T07:08:10.000Z')
    const found = await tree.find('b.gif')
    assert.ok('from' in found && found.bytes === 6)
    assert.ok('reason' in (await tree.find('../b.gif')))
    await tree.close()
  }
})

test('an archive with names outside of it returns none of these files', async () => {
  const out = 'The name leads out of the archive.'
  assert.equal(await refusalOf({ name: '../../etc/passwd' }), out)
  assert.equal(await refusalOf({ name: 'a/../../b.gif' }), out)
  assert.equal(await refusalOf({ name: '/etc/passwd' }), out)
  assert.equal(await refusalOf({ name: 'C:\\Windows\\win.ini' }), out)
  assert.equal(await refusalOf({ name: '..\\..\\b.gif' }), out)
  assert.equal(await refusalOf({ name: 'a\0.gif' }), 'The name has control characters.')
  assert.equal(await refusalOf({ name: `${'a'.repeat(1000)}.gif` }), 'A name may have 1000 characters.')
})

test('links, special files, encrypted ones and unknown methods in an archive are refused one by one', async () => {
  const special = 'A link or a special file, not a file.'
  assert.equal(
    await refusalOf({ name: 'link.gif', data: Buffer.from('/etc/passwd'), mode: 0o120777 }),
    special,
  )
  assert.equal(await refusalOf({ name: 'device.gif', mode: 0o020666 }), special)
  assert.equal(await refusalOf({ name: 'a.gif', flags: 1 }), 'Encrypted.')
  assert.match(await refusalOf({ name: 'a.gif', method: 93 }), /method 93/)
  assert.equal(await refusalOf({ name: 'good.gif' }), 'This name is in the archive twice.')
  assert.match(await refusalOf({ name: 'more.ZIP' }), /^An archive in an archive/)
  assert.match(await refusalOf({ name: 'a.gif', packedBytes: 5000 }), /outside the archive/)
})

test('an archive that inflates to more than its declared size ends there', async () => {
  const zeros = Buffer.alloc(40 * 2 ** 20)
  assert.match(await refusalOf({ name: 'bomb.gif', data: zeros }), /more than 200 times/)
  await assertReadFails({ name: 'liar.gif', data: zeros, bytes: 1000 }, /size/)
  await assertReadFails({ name: 'short.gif', bytes: 1000 }, /size/)
  await assertReadFails({ name: 'a.gif', crc: 1 }, /checksum/)
  await assertReadFails(
    { name: 'a.gif', method: 8, stored: true, data: Buffer.from('\xff\xff\xff', 'latin1') },
    /damaged/,
  )
  assert.match(await refusalOf({ name: 'a.gif', stored: true, bytes: 9 }), /size/)
})

test('an archive whose files share bytes, or are too many or too large, is refused as a whole', async () => {
  const kernel = { name: 'a.gif', data: Buffer.alloc(1000) }
  const overlapping = [kernel, { name: 'b.gif', data: kernel.data, headerAt: 0 }]
  await assert.rejects(open(writtenZip(overlapping)), { message: 'Files in this archive overlap.' })
  const two = writtenZip([kernel, { name: 'b.gif', data: kernel.data }])
  await assert.rejects(open(two, { entries: 1 }), { code: 'media_too_large' })
  await assert.rejects(open(two, { totalBytes: 1999 }), { code: 'media_too_large' })
  const small = await open(two, { entryBytes: 999 })
  const { refused } = await listed(small)
  await small.close()
  assert.equal(refused.length, 2)
})

test('a file that is no archive, or whose directory is broken, is refused', async () => {
  const broken = { code: 'media_broken', message: 'This is not a ZIP archive, or it is damaged.' }
  const whole = writtenZip([{ name: 'a.gif' }])
  await assert.rejects(open(Buffer.from('GIF89a')), broken)
  await assert.rejects(open(Buffer.alloc(0)), broken)
  await assert.rejects(open(whole.subarray(0, -1)), broken)
  await assert.rejects(open(writtenZip([{ name: 'a.gif' }], { directoryAt: 3 })), broken)
  await assert.rejects(open(writtenZip([{ name: 'a.gif' }], { entries: 2 })), broken)
  await assert.rejects(open(writtenZip([{ name: 'a.gif', flags: 0x41 }])), broken)
})

test('an archive of 100,000 files is read, and reading it can be stopped', async () => {
  const files = Array.from({ length: 100_000 }, (_, index) => ({ name: `${index}.gif`, stored: true }))
  const tree = await open(writtenZip(files))
  assert.equal((await listed(tree)).files.length, 100_000)
  const ended = new AbortController()
  await assert.rejects(
    async () => {
      for await (const _ of tree.list(ended.signal)) ended.abort()
    },
    { name: 'AbortError' },
  )
  await tree.close()
})
