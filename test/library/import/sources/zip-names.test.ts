import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { isRefused, type ImportItem } from '#src/library/import/import-item.ts'
import { openImportSource } from '#src/library/import/open-source.ts'
import { type WrittenFile, writtenZip } from '#test/support/media/written-zip.ts'
import { temporaryFolder } from '#test/support/media/yt-dlp.ts'

const run = promisify(execFile)

async function itemsOf(t: TestContext, files: WrittenFile[]): Promise<ImportItem[]> {
  const path = join(await temporaryFolder(t), 'a.zip')
  await writeFile(path, writtenZip(files))
  const source = await openImportSource(path, { folders: 'tags' })
  const items: ImportItem[] = []
  for await (const item of source.items(new AbortController().signal)) {
    assert.ok(!isRefused(item), JSON.stringify(item))
    items.push(item)
  }
  await source.close()
  return items
}

/** The names of files whose bytes in the archive are these, without the UTF-8 flag. */
async function namesOf(t: TestContext, names: Uint8Array[]): Promise<string[]> {
  const files = names.map((bytes, index) => ({ name: `${index}`, nameBytes: Buffer.from(bytes), flags: 0 }))
  return (await itemsOf(t, files)).map(({ name }) => name)
}

/** Text as iconv writes it in a code page. */
async function encoded(t: TestContext, text: string, codePage: string): Promise<Buffer> {
  const path = join(await temporaryFolder(t), 'name.txt')
  await writeFile(path, text)
  const { stdout } = await run('iconv', ['-f', 'UTF-8', '-t', codePage, path], { encoding: 'buffer' })
  return stdout
}

test('names in a ZIP that are valid UTF-8 are UTF-8, with the flag or without', async (t) => {
  const names = ['Über süß.gif', 'κόσμος/Привет.gif', '新しい猫.gif', '😺.gif', 'plain.gif']
  assert.deepEqual(
    await namesOf(
      t,
      names.map((name) => Buffer.from(name)),
    ),
    names,
  )
  const flagged = await itemsOf(
    t,
    names.map((name) => ({ name })),
  )
  assert.deepEqual(
    flagged.map(({ name }) => name),
    names,
  )
  assert.deepEqual(flagged[0]?.details, { title: 'Über süß' })
})

test('other names in a ZIP are Shift-JIS if that gives Japanese, also with a backslash in a letter', async (t) => {
  const names = [
    ...[
      '新しい猫.gif',
      '猫.gif',
      '東京/犬.gif',
      'カワイイ.gif',
      'バナナ.gif',
      'ソ表能.gif',
      'ﾃｽﾄ.gif',
      'ナナ cat 2.gif',
    ],
    ...['テスト_01.gif', '日本語.gif', 'ア.gif', '笑う犬 (1).gif'],
  ]
  const bytes = await Promise.all(names.map((name) => encoded(t, name, 'CP932')))
  assert.deepEqual(await namesOf(t, bytes), names)
})

test('all other names in a ZIP are CP437, also those that Shift-JIS would decode to something else', async (t) => {
  const names = [
    ...[
      'schön.gif',
      'über.gif',
      'château.gif',
      'naïve.gif',
      'élève.gif',
      'café.gif',
      'niño.gif',
      'Ångström.gif',
    ],
    ...['ÜBER.gif', 'cats/ñandú 2.gif', 'Füße.gif', 'âme.gif', '½ π.gif'],
  ]
  const bytes = await Promise.all(names.map((name) => encoded(t, name, 'CP437')))
  assert.deepEqual(await namesOf(t, bytes), names)
})

test('the Unicode path of Info-ZIP is the name, unless it belongs to another one', async (t) => {
  const nameBytes = Buffer.from([0x66, 0x81, 0x72, 0x2e, 0x67, 0x69, 0x66])
  const unicodePath = (of: Uint8Array, path: Uint8Array | string) => {
    const data = Buffer.concat([Buffer.from([1, 0, 0, 0, 0]), Buffer.from(path)])
    data.writeUInt32LE(crc32(of), 1)
    return Buffer.concat([Buffer.from([0x75, 0x70, data.length, 0]), data])
  }
  for (const [extra, expected] of [
    [unicodePath(nameBytes, '毛/für.gif'), '毛/für.gif'],
    [unicodePath(Buffer.from('another'), 'another.gif'), 'für.gif'],
    [unicodePath(nameBytes, Buffer.from([0xff, 0xfe])), 'für.gif'],
  ] as const) {
    const [item] = await itemsOf(t, [{ name: 'x', nameBytes, extra, flags: 0 }])
    assert.equal(item?.name, expected)
  }
  // Checked like any other name.
  const path = join(await temporaryFolder(t), 'out.zip')
  await writeFile(path, writtenZip([{ name: 'x', nameBytes, extra: unicodePath(nameBytes, '../b.gif') }]))
  const source = await openImportSource(path, { folders: 'tags' })
  for await (const item of source.items(new AbortController().signal))
    assert.deepEqual(item, { name: '../b.gif', reason: 'The name leads out of the archive.' })
  await source.close()
})

test('a list in a ZIP finds files whose names macOS decomposed', async (t) => {
  const apart = 'cats/Über.gif'.normalize('NFD')
  const files = [
    { name: 'list.ndjson', data: Buffer.from('{"title":"A","file":"cats/Über.gif"}\n') },
    { name: 'cat', nameBytes: Buffer.from(apart), flags: 0 },
  ]
  const items = await itemsOf(t, files)
  assert.deepEqual(
    items.map(({ details }) => details.title),
    ['A'],
  )
})
