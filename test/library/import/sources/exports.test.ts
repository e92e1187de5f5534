import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { titleOfFileName } from '#src/catalogue/title-and-tags.ts'
import { type ImportItem, isRefused, type RefusedItem } from '#src/library/import/import-item.ts'
import { openImportSource } from '#src/library/import/open-source.ts'
import { writtenZip } from '#test/support/media/written-zip.ts'
import { temporaryFolder } from '#test/support/media/yt-dlp.ts'

/** Exports as the programs write them, opened as a folder, as a ZIP of it, and as a ZIP of its parent folder. */
async function readAll(t: TestContext, files: Record<string, string>, zips = ['flat.zip', 'nested.zip']) {
  const folder = await temporaryFolder(t)
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'export', name)), { recursive: true })
    await writeFile(join(folder, 'export', name), content)
  }
  const zip = (prefix: string) =>
    writtenZip(
      Object.entries(files).map(([name, content]) => ({ name: prefix + name, data: Buffer.from(content) })),
    )
  await writeFile(join(folder, 'flat.zip'), zip(''))
  await writeFile(join(folder, 'nested.zip'), zip('export/'))
  const read = await readSource(join(folder, 'export'))
  for (const name of zips) {
    const other = await readSource(join(folder, name))
    assert.deepEqual(summary(other).items, summary(read).items)
    assert.deepEqual(
      other.refused.map((one) => one.name),
      read.refused.map((one) => one.name),
    )
  }
  return read
}

type Read = { items: ImportItem[]; refused: RefusedItem[] }

async function readSource(path: string): Promise<Read> {
  const source = await openImportSource(path, { folders: 'tags' })
  const read: Read = { items: [], refused: [] }
  for await (const item of source.items(new AbortController().signal)) {
    if (isRefused(item)) read.refused.push(item)
    else read.items.push(item)
  }
  await source.close()
  return read
}

const summary = ({ items, refused }: Read) => ({
  items: items.map(({ name, details, from }) => [name, details, from.kind === 'url' ? from.url : 'file']),
  refused,
})

async function readText(t: TestContext, content: string, name = 'export.json'): Promise<Read> {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, name), content)
  return readSource(join(folder, name))
}

const addresses = ({ items }: Read) => items.map(({ from }) => (from.kind === 'url' ? from.url : ''))

/** A message of protocol buffers: each field is a number or bytes. */
function message(...fields: [number: number, value: number | Buffer | string][]): Buffer {
  const varint = (value: number): number[] =>
    value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...varint(Math.floor(value / 0x80))]
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.from([...varint(number * 8), ...varint(value)])
      const bytes = Buffer.from(value)
      return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes])
    }),
  )
}

const page = 'https://tenor.com/view/happy-cat-gif-22554080'
const attachment = 'https://cdn.discordapp.com/attachments/1/2/dog.gif'

function frecency(): string {
  const gif = (src: string, order: number) => message([1, 2], [2, src], [3, 498], [4, 300], [5, order])
  const entry = (url: string, src: string, order: number) => message([1, url], [2, gif(src, order)])
  const versions = message([1, 2], [2, 5], [3, 300])
  const favorites = message(
    [1, entry(attachment, attachment, 70_000)],
    [1, entry(page, 'https://media.tenor.com/KKcXhHn1C58AAAPo/happy-cat.mp4', 1)],
    [2, 1],
  )
  return message([1, versions], [2, favorites], [3, message([1, Buffer.alloc(8)])]).toString('base64')
}

test('favorites of Discord are read from the settings as its API returns them, and as programs export them', async (t) => {
  const expected = ['https://media.tenor.com/KKcXhHn1C58AAAAC/happy-cat.gif', attachment]
  const settings = await readText(t, JSON.stringify({ settings: frecency() }))
  assert.deepEqual(addresses(settings), expected)
  assert.deepEqual(
    settings.items.map(({ name, details }) => [name, details]),
    [
      [page, { title: 'happy cat' }],
      [attachment, {}],
    ],
  )
  assert.deepEqual(addresses(await readText(t, `${frecency()}\n`, 'settings.txt')), expected)
  const gifs = {
    [attachment]: { format: 1, src: attachment, width: 1, height: 1, order: 2 },
    [page]: { format: 2, src: 'https://media.tenor.com/KKcXhHn1C58AAAPo/happy-cat.mp4', order: 1 },
  }
  const versions = { clientVersion: 1 }
  assert.deepEqual(
    addresses(await readText(t, JSON.stringify({ versions, favoriteGifs: { gifs } }))),
    expected,
  )
  assert.deepEqual(addresses(await readText(t, JSON.stringify({ favorite_gifs: { gifs } }))), expected)
  const store = { _state: { favorites: [{ url: page, src: expected[0] }], timesFavorited: 1 }, _version: 2 }
  assert.deepEqual(addresses(await readText(t, JSON.stringify(store))), expected.slice(0, 1))
  const list = JSON.stringify([
    'https://images-ext-1.discordapp.net/external/bP3XnYAO7Q/https/media.tenor.com/3m7Eubtlz48AAAPo/uhh.mp4',
    'javascript:alert(1)',
  ])
  const listed = await readText(t, list)
  assert.deepEqual(addresses(listed), ['https://media.tenor.com/3m7Eubtlz48AAAAC/uhh.gif'])
  assert.deepEqual(listed.refused, [
    { name: 'entry 2', reason: 'It has no address that begins with https://.' },
  ])
})

test('truncated or malformed settings of Discord are refused as a whole', async (t) => {
  const base64 = frecency()
  await assert.rejects(readText(t, JSON.stringify({ settings: base64.slice(0, 80) })), /damaged/)
  await assert.rejects(readText(t, JSON.stringify({ settings: 'CgIY*' })), /not base64/)
  await assert.rejects(readText(t, `{"settings":"${base64}`), /not valid JSON/)
  const endless = message([
    2,
    Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]),
  ])
  await assert.rejects(readText(t, JSON.stringify({ settings: endless.toString('base64') })), /damaged/)
})

const gifMessage = {
  id: 5,
  type: 'message',
  date: '2024-05-01T12:00:00',
  date_unixtime: '1714564800',
  from: 'A',
  from_id: 'user1',
  file: 'video_files/cat.mp4',
  file_name: 'animation.gif.mp4',
  thumbnail: 'video_files/cat.mp4_thumb.jpg',
  media_type: 'animation',
  mime_type: 'video/mp4',
  duration_seconds: 2,
  width: 480,
  height: 270,
  text: ['A jumping cat ', { type: 'hashtag', text: '#cats' }],
  text_entities: [],
}

test('each GIF of an export of Telegram is read once, with captions, tags and dates', async (t) => {
  const messages = [
    gifMessage,
    { id: 6, type: 'message', file: 'video_files/cat.mp4', media_type: 'animation', text: 'again' },
    {
      id: 7,
      type: 'message',
      file: 'files/Party_Parrot.gif',
      file_name: 'Party_Parrot.gif',
      mime_type: 'image/gif',
      text: '',
    },
    {
      id: 8,
      type: 'message',
      file: '(File not included. Change data exporting settings to download.)',
      media_type: 'animation',
      text: '',
    },
    { id: 9, type: 'message', file: '../secret.mp4', media_type: 'animation', text: '' },
    { id: 10, type: 'message', file: 'voice/1.ogg', media_type: 'voice_message', text: '' },
    { id: 11, type: 'service', action: 'pin_message', text: '' },
    null,
  ]
  const files = { 'video_files/cat.mp4': 'x', 'files/Party_Parrot.gif': 'x', 'voice/1.ogg': 'x' }
  const chat = { name: 'Saved', type: 'saved_messages', id: 1, messages }
  const expected = [
    ['video_files/cat.mp4', { title: 'A jumping cat', tags: ['cats'], createdAt: 1_714_564_800_000 }, 'file'],
    ['files/Party_Parrot.gif', { title: 'Party Parrot' }, 'file'],
  ]
  const one = await readAll(t, { 'result.json': JSON.stringify(chat, null, 1), ...files })
  assert.deepEqual(summary(one).items, expected)
  assert.equal(one.refused.length, 2)
  assert.match(one.refused[0]?.reason ?? '', /^Not in the export/)
  const account = {
    about: 'Here is the data you requested. Remember: Telegram is ad free',
    chats: { about: 'This page lists all chats from this export.', list: [chat] },
    left_chats: { list: [{ name: 'x', messages: 'none' }] },
  }
  const all = await readAll(t, { 'result.json': JSON.stringify(account, null, 1), ...files })
  assert.deepEqual(summary(all), summary(one))
})

test('video stickers and custom emoji of an export of Telegram are imported, vector ones are reported as left out', async (t) => {
  const sticker = (id: number, file: string, more: object = {}) => {
    const what = { media_type: 'sticker', sticker_emoji: '😂', width: 512, height: 512, text: '' }
    return { id, type: 'message', date_unixtime: '1714564800', file, ...what, ...more }
  }
  const notIncluded = '(File not included. Change data exporting settings to download.)'
  const messages = [
    sticker(1, 'stickers/sticker.webm'),
    sticker(2, 'stickers/sticker.webm'),
    sticker(3, 'stickers/AnimatedSticker.tgs'),
    sticker(4, 'stickers/sticker.webp'),
    sticker(5, notIncluded),
    sticker(6, notIncluded, { file_name: 'sticker.webp' }),
    {
      id: 7,
      type: 'message',
      text: ['Hi ', { type: 'custom_emoji', text: '🐱', document_id: 'stickers/sticker (1).webm' }],
    },
  ]
  const files = Object.fromEntries(
    ['sticker.webm', 'AnimatedSticker.tgs', 'sticker.webp', 'sticker (1).webm'].map((name) => [
      `stickers/${name}`,
      'x',
    ]),
  )
  const chat = { name: 'Saved', type: 'saved_messages', id: 1, messages }
  const read = await readAll(t, { 'result.json': JSON.stringify(chat, null, 1), ...files })
  assert.deepEqual(summary(read), {
    items: [
      ['stickers/sticker.webm', { title: '😂', tags: ['sticker'], createdAt: 1_714_564_800_000 }, 'file'],
      ['stickers/sticker (1).webm', { title: '🐱', tags: ['sticker'] }, 'file'],
    ],
    refused: [
      {
        name: 'stickers/AnimatedSticker.tgs',
        reason: 'An animated sticker of vectors (TGS). Only video stickers (WebM) are imported.',
      },
      {
        name: 'message 5',
        reason: 'Not in the export. Export again with stickers, and a larger size limit.',
      },
    ],
  })
})

const slackAddress = (name: string) => `https://emoji.slack-edge.com/T01/${name}/0123456789abcdef`

test('custom emoji of Slack are read from emoji.list and from files saved by slackdump, with their files or addresses', async (t) => {
  const emoji = {
    party_parrot: `${slackAddress('party_parrot')}.gif`,
    pp: 'alias:party_parrot',
    wave: `${slackAddress('wave')}.gif`,
    photo: `${slackAddress('photo')}.jpg`,
  }
  const parrot = { title: 'party parrot', tags: ['emoji', 'party parrot', 'pp'] }
  const wave = { title: 'wave', tags: ['emoji', 'wave'] }
  const answer = await readText(t, JSON.stringify({ ok: true, emoji, cache_ts: '1' }))
  assert.deepEqual(summary(answer), {
    items: [
      ['party_parrot', parrot, emoji.party_parrot],
      ['wave', wave, emoji.wave],
    ],
    refused: [{ name: 'photo', reason: 'A still picture, not an animation.' }],
  })
  const dump = await readAll(t, { 'index.json': JSON.stringify(emoji), 'emojis/party_parrot.gif': 'x' })
  assert.deepEqual(summary(dump).items, [
    ['party_parrot', parrot, 'file'],
    ['wave', wave, emoji.wave],
  ])
  const full = {
    party_parrot: { name: 'party_parrot', url: emoji.party_parrot, aliases: ['pp'], created: 1_670_466_722 },
  }
  const { items } = await readAll(t, { 'index.json': JSON.stringify(full), 'emojis/party_parrot.gif': 'x' })
  assert.deepEqual(items[0]?.details, {
    title: 'party parrot',
    tags: parrot.tags,
    createdAt: 1_670_466_722_000,
  })
})

test('custom emoji of a bulk export of Mattermost are read, and its posts of any length are not', async (t) => {
  const lines = [
    { type: 'version', version: 1 },
    { type: 'post', post: { message: 'x'.repeat(200_000) } },
    { type: 'emoji', emoji: { name: 'party', image: 'emoji/1/image' } },
    { type: 'emoji', emoji: { name: 'tick', image: 'exported_emoji/2/image.png' } },
    { type: 'emoji', emoji: { name: 'gone', image: 'emoji/3/image' } },
    { type: 'emoji', emoji: {} },
  ]
  const jsonl = lines.map((line) => JSON.stringify(line)).join('\n')
  const read = await readAll(t, {
    'import.jsonl': jsonl,
    'data/emoji/1/image': 'x',
    'exported_emoji/2/image.png': 'x',
  })
  assert.deepEqual(summary(read).items, [
    ['party', { title: 'party', tags: ['emoji', 'party'] }, 'file'],
    ['tick', { title: 'tick', tags: ['emoji', 'tick'] }, 'file'],
  ])
  assert.equal(read.refused.length, 2)
})

test('favorites that a GIF picker passed to its app are read: records of Tenor, of GIPHY, and addresses', async (t) => {
  const tenor = {
    id: '1',
    content_description: 'A cat jumps',
    tags: ['cat', 'jump'],
    media_formats: { gif: { url: 'https://media.tenor.com/KKcXhHn1C58AAAAC/cat.gif' } },
    url: page,
  }
  const giphy = {
    title: 'Dog',
    images: { original: { url: 'https://media1.giphy.com/media/v1.Y2lk/3o7abcDEF123/giphy.gif?cid=1' } },
    url: 'x',
  }
  const picker = {
    url: 'https://media.tenor.com/KKcXhHn1C58AAAAC/cat.gif',
    width: 1,
    height: 1,
    description: 'Cat',
  }
  const { items } = await readText(t, JSON.stringify({ favorites: [tenor, giphy, picker] }, null, 2))
  assert.deepEqual(
    items.map(({ from, details }) => [from.kind === 'url' ? from.url : '', details]),
    [
      [tenor.media_formats.gif.url, { title: 'cat', alt: 'A cat jumps', tags: ['cat', 'jump'] }],
      ['https://media.giphy.com/media/3o7abcDEF123/giphy.gif', { title: 'Dog' }],
      [tenor.media_formats.gif.url, { title: 'Cat' }],
    ],
  )
})

test('addresses of Tenor and GIPHY become those of the original GIF, and unknown pages stay', async (t) => {
  const giphy = 'https://media.giphy.com/media/3o7abcDEF123/giphy.gif'
  const pairs: [from: string, to: string, title: string | undefined][] = [
    ['https://giphy.com/gifs/happy-dog-3o7abcDEF123', giphy, 'happy dog'],
    ['https://giphy.com/embed/3o7abcDEF123', giphy, undefined],
    ['https://i.giphy.com/3o7abcDEF123.webp', giphy, undefined],
    ['https://media2.giphy.com/media/3o7abcDEF123/200w.gif?cid=1', giphy, undefined],
    [
      'https://c.tenor.com/KKcXhHn1C58AAAAd/happy-cat.gif',
      'https://media.tenor.com/KKcXhHn1C58AAAAC/happy-cat.gif',
      'happy cat',
    ],
    [page, page, 'happy cat'],
    ['https://example.com/media/a.gif', 'https://example.com/media/a.gif', undefined],
    [
      'https://giphy.com.example.com/gifs/a-3o7abcDEF123',
      'https://giphy.com.example.com/gifs/a-3o7abcDEF123',
      undefined,
    ],
  ]
  const { items } = await readText(t, pairs.map(([from]) => from).join('\n'), 'list.txt')
  assert.deepEqual(
    addresses({ items, refused: [] }),
    pairs.map(([, to]) => to),
  )
  assert.deepEqual(
    items.map(({ details }) => details.title),
    pairs.map(([, , title]) => title),
  )
})

test("addresses of Discord's proxy and of its own files lead to the original, with its query and without the proxy's", async (t) => {
  const proxy = 'https://images-ext-1.discordapp.net/external/aB3-_x'
  const cat = 'https://media.tenor.com/-uk7_DXTxzMAAAAC/some-cat.gif'
  const pairs: [from: string, to: string, title?: string][] = [
    [`${proxy}/https/media.tenor.com/-uk7_DXTxzMAAAPo/some-cat.mp4`, cat, 'some cat'],
    [`${proxy}/%3Fc%3DVjFfZGlz/https/media.tenor.com/-uk7_DXTxzMAAAPo/some-cat.mp4`, cat, 'some cat'],
    [`${proxy}/?c=VjFfZGlz/https/media.tenor.com/-uk7_DXTxzMAAAPo/some-cat.mp4`, cat, 'some cat'],
    [
      `${proxy.replace('-1', '-2')}/%3Fitemid%3D1%26b%3D2/https/example.com/a/b%20c.gif?width=400&height=300`,
      'https://example.com/a/b%20c.gif?itemid=1&b=2',
    ],
    [`${proxy}/?itemid=1&b=2/https/example.com/a.gif?format=webp`, 'https://example.com/a.gif?itemid=1&b=2'],
    [`${proxy}/%3Fu%3D%252Fx/http/example.com%3A8080/a.gif`, 'http://example.com:8080/a.gif?u=%2Fx'],
    [`${proxy}/https/example.com/a.gif?animated=true`, 'https://example.com/a.gif'],
    [
      'https://media.discordapp.net/external/aB3-_x/https/i.imgur.com/AbCdEfG.gifv',
      'https://i.imgur.com/AbCdEfG.mp4',
    ],
    [
      'https://media.discordapp.net/attachments/1/2/dog.gif?ex=65&is=64&hm=a1&=&format=webp&quality=lossless&width=99&height=9',
      'https://cdn.discordapp.com/attachments/1/2/dog.gif?ex=65&is=64&hm=a1',
    ],
    [
      'https://media.discordapp.net/emojis/123456.webp?size=48&animated=true&name=party_cat&quality=lossless',
      'https://cdn.discordapp.com/emojis/123456.gif',
      'party cat',
    ],
    ['https://cdn.discordapp.com/emojis/123456.gif?v=1', 'https://cdn.discordapp.com/emojis/123456.gif'],
    [`${proxy}/https/`, `${proxy}/https/`],
    [`${proxy}/ftp/example.com/a.gif`, `${proxy}/ftp/example.com/a.gif`],
    [
      'https://discordapp.net.example.com/external/x/https/a.example/b.gif',
      'https://discordapp.net.example.com/external/x/https/a.example/b.gif',
    ],
  ]
  const { items } = await readText(t, pairs.map(([from]) => from).join('\n'), 'list.txt')
  assert.deepEqual(
    items.map(({ from, details }) => [from.kind === 'url' ? from.url : '', details.title]),
    pairs.map(([, to, title]) => [to, title]),
  )
})

test('names of renditions in addresses and file names are not used as titles', async (t) => {
  const media = 'https://media.giphy.com/media/EBaCc5MjS9xu'
  const renditions = [
    ...['giphy.gif', 'giphy-downsized-large.gif', 'giphy_s.gif', '200w.gif', '200w_s.gif', '480w_still.jpg'],
    ...[
      'giphy-preview.gif',
      'source.gif',
      '100w.webp',
      'giphy-loop.mp4',
      '200_d.gif',
      'giphy-downsized_s.gif',
    ],
  ]
  const addressesOf = [
    ...renditions.map((name) => `${media}/${name}?cid=790b7611`),
    'https://media4.giphy.com/media/v1.Y2lkPTc5MGI3NjEx/EBaCc5MjS9xu/giphy-downsized-medium.gif',
    'https://i.giphy.com/EBaCc5MjS9xu.gif',
    'https://giphy.com/media/EBaCc5MjS9xu/giphy.gif',
  ]
  const { items } = await readText(t, addressesOf.join('\n'), 'list.txt')
  assert.deepEqual(
    items.map(({ from, details }) => [from.kind === 'url' ? from.url : '', details.title]),
    addressesOf.map(() => [`${media}/giphy.gif`, undefined]),
  )
  const others: [address: string, title: string | undefined][] = [
    ['https://media.tenor.com/images/0123456789abcdef0123456789abcdef/tenor.gif', undefined],
    ['https://media.tenor.com/images/0123456789abcdef0123456789abcdef/raw', undefined],
    ['https://tenor.com/es/view/happy-cat-gif-22554080.gif', 'happy cat'],
    ['https://tenor.com/view/wave-sticker-123456', 'wave'],
    ['https://giphy.com/gifs/happy-dog-3o7abcDEF123/fullscreen', 'happy dog'],
    ['https://giphy.com/clips/show-source-code-3o7abcDEF123', 'show source code'],
  ]
  const named = await readText(t, others.map(([from]) => from).join('\n'), 'list.txt')
  assert.deepEqual(
    named.items.map(({ details }) => details.title),
    others.map(([, title]) => title),
  )
  const files: [name: string, title: string | null][] = [
    ...renditions.map((name): [string, null] => [name, null]),
    ...['giphy (1).gif', 'tenor.gif', 'tenor (2).gif', 'tinygif.gif', 'DASH_720.mp4', 'original.gif'].map(
      (name): [string, null] => [name, null],
    ),
    ['VictoriousHappyCat-size_restricted.gif', 'VictoriousHappyCat'],
    ['tenor sings.gif', 'tenor sings'],
    ['source code.gif', 'source code'],
    ['small_dog.gif', 'small dog'],
    ['24h.gif', '24h'],
    ['cat-200w.gif', 'cat 200w'],
  ]
  for (const [name, title] of files) assert.equal(titleOfFileName(name), title, name)
})

test('a folder of GIFs next to other JSON is a folder, also with the report of an earlier import in it', async (t) => {
  const files = {
    'a.gif': 'x',
    'import-report.jsonl': '{"name":"a.gif","result":"copy","code":"x"}\n',
    'other.jsonl': '{"name":"a.gif"}\n',
    'package.json': '{"name":"x"}',
  }
  const { items } = await readAll(t, files, ['flat.zip'])
  assert.deepEqual(
    items.map(({ name }) => name),
    ['a.gif', 'other.jsonl', 'package.json'],
  )
  const listed = await readAll(t, {
    'list.ndjson': '\n{"title":"A","file":"b.gif"}\n',
    'b.gif': 'x',
    'c.gif': 'x',
  })
  assert.deepEqual(
    listed.items.map(({ name }) => name),
    ['b.gif'],
  )
})

test('hostile manifests give refused items or one error, and never a path outside', async (t) => {
  for (const json of [
    '{"ok":true,"emoji":{"__proto__":"x","a":1,"../b":"https://emoji.slack-edge.com/x.gif"}}',
    '{"favoriteGifs":[]}',
    '{"_state":{"favorites":{}}}',
    '{"favorites":[{"url":"https://x/"},null,[],7]}',
  ]) {
    const { items } = await readText(t, json)
    assert.ok(items.every(({ from }) => from.kind === 'url'))
  }
  const deep = `{"favoriteGifs":${'['.repeat(200_000)}`
  await assert.rejects(readText(t, deep), /not valid JSON/)
})
