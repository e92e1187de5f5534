import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fetchSource, sourcePlan, storeSource } from '#src/creation/kept-source.ts'
import { namesInFolder, newFileName } from '#src/creation/sources/prepared-source.ts'
import { classicCaptions, pictureDefaults } from '#src/layers/layer-defaults.ts'
import { picturesPlan, videoPlan } from '../support/rendering/rendering.ts'
import { fakeOf } from '../support/fakes.ts'
import type { MediaStore } from '#src/media/media-store.ts'

test('a kept source has the layers of its GIF and the pictures that they show', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-kept-'))
  t.after(() => rm(folder, { recursive: true }))
  const paths = await Promise.all(
    ['one', 'two', 'red', 'blue'].map(async (text) => {
      await writeFile(join(folder, text), text)
      return join(folder, text)
    }),
  )
  const files = new Map<string, Buffer>()
  const mediaStore = fakeOf<MediaStore>({
    put: async (key, path) => void files.set(key, await readFile(path)),
    fetch: async (key, path) => writeFile(path, files.get(key)!),
    removeAll: async () => files.clear(),
  })
  const layers = [...classicCaptions('Top', ''), { type: 'picture' as const, picture: 1, ...pictureDefaults }]
  const overlay = { layers, stickers: paths.slice(2) }
  const plans = [
    { plan: videoPlan(paths[0]!, { overlay }), loop: { startSeconds: 1, endSeconds: 2 }, inputs: ['one'] },
    { plan: picturesPlan(paths.slice(0, 2), { overlay }), loop: null, inputs: ['one', 'two'] },
    { plan: videoPlan(paths[0]!), loop: null, inputs: ['one'] },
  ]
  for (const { plan, loop, inputs } of plans) {
    const kept = await storeSource(mediaStore, 'media', plan, { loop, until: 0, maxBytes: 1000 })
    assert.ok(kept)
    const fetched = await fetchSource(
      mediaStore,
      'media',
      JSON.parse(JSON.stringify(kept)) as typeof kept,
      await mkdtemp(join(folder, 'run-')),
    )
    assert.ok(fetched.kind !== 'keep')
    const read = (path: string) => readFile(path, 'utf8')
    const given = fetched.kind === 'pictures' ? fetched.inputs : [fetched.input]
    assert.deepEqual(await Promise.all(given.map(read)), inputs)
    assert.deepEqual(fetched.overlay?.layers, plan.overlay?.layers)
    const stickers = await Promise.all((fetched.overlay?.stickers ?? []).map(read))
    assert.deepEqual(stickers, plan.overlay === undefined ? [] : ['red', 'blue'])
    if (fetched.kind === 'video' && loop !== null) assert.equal(fetched.startSeconds, loop.startSeconds)
  }
})

test('a source kept for its maker is read by the names of its files there', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-kept-'))
  t.after(() => rm(folder, { recursive: true }))
  const fetched: string[] = []
  const mediaStore = fakeOf<MediaStore>({ fetch: async (key) => void fetched.push(key) })
  const [sticker, added] = [newFileName(), newFileName()]
  const task = { id: 'a', isKept: true, browser: null, stickers: [{ name: sticker }] }
  const pictures = [{ name: '3' }, { name: added }]
  const overlay = { layers: classicCaptions('Top', ''), stickers: ['s'] }
  for (const { plan, names } of [
    { plan: videoPlan('v', { overlay }), names: namesInFolder(task, 1) },
    { plan: picturesPlan(['p', 'q'], { overlay }), names: namesInFolder({ ...task, pictures }, 2) },
  ]) {
    const kept = {
      plan: sourcePlan(plan, null),
      files: names.length,
      names,
      bytes: 0,
      until: 0,
      folder: 'prepared/a',
    }
    const source = await fetchSource(mediaStore, 'media', kept, await mkdtemp(join(folder, 'run-')))
    assert.ok(source.kind !== 'keep')
    assert.equal(source.overlay?.stickers.length, 1)
  }
  assert.deepEqual(fetched, [
    'prepared/a/0',
    `prepared/a/${sticker}/0`,
    'prepared/a/2',
    `prepared/a/${added}/0`,
    `prepared/a/${sticker}/0`,
  ])
})
