import assert from 'node:assert/strict'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { type ImportItem, isRefused } from '#src/library/import/import-item.ts'
import { openImportSource } from '#src/library/import/open-source.ts'
import { detailsOfPath, type FolderRule } from '#src/library/import/path-details.ts'
import { maxLineBytes } from '#src/lib/text/json-lines.ts'
import { temporaryFolder } from '#test/support/media/yt-dlp.ts'
import { formatEnglish } from '#src/lib/errors/error-text.ts'

async function folderWith(t: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder(t)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

async function read(path: string, folders: FolderRule = 'tags') {
  const source = await openImportSource(path, { folders })
  const items: ImportItem[] = []
  const refused: { name: string; reason: string }[] = []
  for await (const item of source.items(new AbortController().signal))
    if (isRefused(item)) refused.push({ name: item.name, reason: formatEnglish(item.reason) })
    else items.push(item)
  await source.close()
  return { items, refused, count: source.count }
}

test('the files of a folder are read in the order of their names, without hidden ones, and no link is followed', async (t) => {
  const folder = await folderWith(t, {
    'b/happy-cat_2.gif': 'x',
    'a.gif': 'x',
    '.DS_Store': 'x',
    'b/Thumbs.db': 'x',
    'b/.hidden/c.gif': 'x',
  })
  await symlink('/etc', join(folder, 'etc'))
  await symlink('/etc/hostname', join(folder, 'b/name.gif'))
  const { items, refused, count } = await read(folder)
  assert.deepEqual(
    items.map(({ name, details }) => ({ name, details })),
    [
      { name: 'a.gif', details: { title: 'a' } },
      { name: 'b/happy-cat_2.gif', details: { title: 'happy cat 2', tags: ['b'] } },
    ],
  )
  assert.deepEqual(refused, [
    { name: 'b/name.gif', reason: 'Links are not followed.' },
    { name: 'etc', reason: 'Links are not followed.' },
  ])
  assert.equal(count, 4)
})

test('sub-folders become tags, or a category and tags, or nothing', () => {
  const path = 'cats/very_fast, loud/IMG-0001.gif'
  assert.deepEqual(detailsOfPath(path, 'tags'), { title: 'IMG 0001', tags: ['cats', 'very fast', 'loud'] })
  assert.deepEqual(detailsOfPath(path, 'categories'), {
    title: 'IMG 0001',
    category: 'cats',
    tags: ['very fast', 'loud'],
  })
  assert.deepEqual(detailsOfPath(path, 'none'), { title: 'IMG 0001' })
  assert.deepEqual(detailsOfPath('12345.gif', 'tags'), {})
})

test('JSON lines are read, and an invalid line is refused with its number and the expected form', async (t) => {
  const folder = await folderWith(t, {
    'cats/a.gif': 'x',
    'list.jsonl': [
      '\ufeff{"file":"cats/a.gif","title":"A cat","tags":["x"],"alt":"cat","created_at":"2024-05-01T12:00:00Z","uses":3,"more":1}',
      '',
      '{"url":"https://example.com/b.gif","title":null,"created_at":1}',
      '[]',
      '{"title":"nothing"}',
      '{"file":"a.gif","url":"https://example.com/"}',
      `{"file":"${'x'.repeat(2 * maxLineBytes)}"}`,
      '{"file":"cats/a.gif","tags":"x"}',
      '{"file":"cats/a.gif","title":{"__proto__":1}}',
      '{"file":"cats/a.gif","created_at":"soon"}',
      '{"file":"gone.gif"}',
    ].join('\n'),
  })
  const { items, refused } = await read(join(folder, 'list.jsonl'))
  assert.deepEqual(items, [
    {
      name: 'cats/a.gif',
      from: { kind: 'file', path: join(folder, 'cats/a.gif') },
      details: { title: 'A cat', alt: 'cat', tags: ['x'], createdAt: Date.UTC(2024, 4, 1, 12), uses: 3 },
    },
    {
      name: 'https://example.com/b.gif',
      from: { kind: 'url', url: 'https://example.com/b.gif' },
      details: { createdAt: 1000 },
    },
  ])
  const example = 'A line must be one JSON object such as {"file": "cat.gif", "title": "A cat"}.'
  assert.deepEqual(refused, [
    { name: 'list.jsonl:4', reason: example },
    { name: 'list.jsonl:5', reason: 'A line must have a `file` or a `url`.' },
    { name: 'list.jsonl:6', reason: 'A line must have a `file` or a `url`.' },
    { name: 'list.jsonl:7', reason: `A line must have at most ${maxLineBytes} bytes.` },
    { name: 'list.jsonl:8', reason: '`tags` must be a list of strings.' },
    { name: 'list.jsonl:9', reason: '`title` must be a string.' },
    { name: 'list.jsonl:10', reason: '`created_at` must be a time such as "2024-05-01T12:00:00Z".' },
    { name: 'list.jsonl:11', reason: 'There is no such file.' },
  ])
})

test('JSON lines name no file outside their folder, not even through a link', async (t) => {
  const outside = await folderWith(t, { 'secret.gif': 'x' })
  const lines = [
    `${outside}/secret.gif`,
    '../secret.gif',
    'a/../../secret.gif',
    'a\0.gif',
    '',
    '.',
    'link/secret.gif',
    'to.gif',
  ]
  const folder = await folderWith(t, {
    'list.jsonl': lines.map((file) => JSON.stringify({ file })).join('\n'),
  })
  await symlink(outside, join(folder, 'link'))
  await symlink(join(outside, 'secret.gif'), join(folder, 'to.gif'))
  const { items, refused } = await read(join(folder, 'list.jsonl'))
  assert.deepEqual(items, [])
  assert.equal(refused.length, lines.length)
})

test('a list of addresses is read, and other lines in it are refused', async (t) => {
  const folder = await folderWith(t, {
    'list.txt': '# my favorites\r\nhttps://example.com/a.gif\r\n\r\nfile:///etc/passwd\nHTTP://example.com/b',
  })
  const { items, refused } = await read(join(folder, 'list.txt'))
  assert.deepEqual(
    items.map(({ from }) => from),
    [
      { kind: 'url', url: 'https://example.com/a.gif' },
      { kind: 'url', url: 'HTTP://example.com/b' },
    ],
  )
  assert.deepEqual(refused, [
    { name: 'list.txt:4', reason: 'A line must be an address that begins with https://.' },
  ])
})

test('a single file or address is a source, and anything else is refused with the accepted sources', async (t) => {
  const folder = await folderWith(t, { 'a cat.gif': 'GIF89a', 'notes.txt': 'hello' })
  const { items } = await read(join(folder, 'a cat.gif'))
  assert.deepEqual(items[0]?.details, { title: 'a cat' })
  assert.deepEqual((await read('https://example.com/a.gif')).count, 1)
  await assert.rejects(read(join(folder, 'notes.txt')), /not a source that can be imported.*a folder/)
  await assert.rejects(read(join(folder, 'gone')), /gone cannot be read/)
})
