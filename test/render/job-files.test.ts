import assert from 'node:assert/strict'
import { link, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { describe, type TestContext } from 'node:test'
import { collectOutputs, expectedShapes, stageInputs } from '#src/adapters/render-pool/job-files.ts'
import { mainRenditions, renditions, renditionShape } from '#src/media/rendition.ts'
import { tinyFramesGif } from '../support/media/hostile-files.ts'
import { makeFolder, picturesPlan, videoPlan } from '../support/rendering/rendering.ts'

const good = {
  gif: tinyFramesGif(8, 8, 2),
  mp4: Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'),
  webp: Buffer.from('RIFF\x10\0\0\0WEBPVP8X', 'latin1'),
  thumb: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
}

describe('the files that a render process leaves', () => {
  /** A folder with four good renditions, and an empty one as their destination. */
  async function folders(t: TestContext): Promise<[string, string]> {
    const [from, to] = [await makeFolder(t), await makeFolder(t)]
    for (const [name, bytes] of Object.entries(good)) {
      await writeFile(join(from, renditions[name as keyof typeof good].file), bytes)
    }
    return [from, to]
  }

  const made = { width: 8, height: 8, frames: 2, durationMs: 200 }
  const shapes = Object.fromEntries(mainRenditions.map((name) => [name, renditionShape(name, made)]))
  const refused = { code: 'internal', message: 'The GIF could not be made.', retry: true }

  test('are measured and named by the server', async (t) => {
    const [from, to] = await folders(t)
    const files = await collectOutputs(shapes, [from, to])
    assert.equal(files.gif?.path, join(to, 'gif.gif'))
    assert.equal(files.gif?.bytes, good.gif.length)
  })

  const leave: Record<string, (path: string) => Promise<void>> = {
    'a link to a file of the server': (path) => symlink('/etc/passwd', path),
    'a second name of another file': async (path) => {
      await writeFile(`${path}.other`, good.gif)
      await link(`${path}.other`, path)
    },
    'a folder': (path) => mkdir(path),
    'a page': (path) => writeFile(path, '<!doctype html><script>alert(1)</script>'),
    'a file of another type': (path) => writeFile(path, good.thumb),
    'an empty file': (path) => writeFile(path, ''),
    nothing: async () => undefined,
  }
  for (const [what, make] of Object.entries(leave)) {
    test(`are refused if one is ${what}`, async (t) => {
      const to = await makeFolder(t)
      const others = await makeFolder(t)
      await make(join(others, 'gif.gif'))
      for (const name of ['mp4', 'webp', 'thumb'] as const) {
        await writeFile(join(others, renditions[name].file), good[name])
      }
      await assert.rejects(collectOutputs(shapes, [others, to]), refused)
    })
  }

  test('have the shapes of the table for a derivation, or smaller ones with a byte limit', () => {
    const gif = { ...made, width: 400, height: 300, frames: 50, durationMs: 5000, hasAlpha: false }
    const from = { kind: 'stored' as const, name: 'mp4' as const, input: '' }
    const names = ['gif100w', 'gifPreview'] as const
    const plan = { kind: 'derive' as const, from, gif, loops: 0, renditions: [...names] }
    const shapesOf = (shapes: object) => expectedShapes(plan, { type: 'derived', shapes })
    const right = { gif100w: { width: 100, height: 75, frames: 50 } }
    const smaller = { gifPreview: { width: 80, height: 60, frames: 10 } }
    assert.deepEqual(shapesOf({ ...right, ...smaller }), { ...right, ...smaller })
    assert.throws(() => shapesOf({ gif100w: { width: 99, height: 75, frames: 50 } }), refused)
    assert.throws(() => shapesOf({ gifPreview: { width: 300, height: 60, frames: 10 } }), refused)
    assert.throws(() => shapesOf({ mp4: { width: 400, height: 300, frames: 50 } }), refused)
    assert.throws(
      () => expectedShapes(plan, { type: 'done', made: { ...gif, flashing: null, loop: null, look: null } }),
      refused,
    )
  })

  test('do not exist for a GIF that is only measured, and a measurement returns nothing else', () => {
    const measured = { type: 'measured' as const, measured: { bytes: 9, width: 8, height: 8, frames: 2 } }
    const plan = { kind: 'measure' as const, plan: videoPlan('in') }
    assert.deepEqual(expectedShapes(plan, measured), {})
    assert.throws(() => expectedShapes(videoPlan('in'), measured), refused)
    const done = {
      type: 'done' as const,
      made: { ...made, hasAlpha: false, flashing: null, loop: null, look: null },
    }
    assert.throws(() => expectedShapes(plan, done), refused)
  })

  test('are refused if one is larger than a GIF may be', async (t) => {
    const expected = { code: 'media_too_large', retry: false, message: /too long for its size/ }
    await assert.rejects(collectOutputs(shapes, await folders(t), 20), expected)
  })
})

test('the files of a job are passed to its process under our own names', async (t) => {
  const [own, folder] = [await makeFolder(t), await makeFolder(t)]
  const names = ['-y', 'a;b', 'in-1']
  for (const name of names) await writeFile(join(own, name), name)
  const inputs = names.map((name) => join(own, name))
  const brought = await stageInputs(picturesPlan(inputs), folder, '/job')
  assert.deepEqual(brought.kind === 'pictures' && brought.inputs, ['/job/in-0', '/job/in-1', '/job/in-2'])
  assert.equal(await readFile(join(folder, 'in-1'), 'utf8'), 'a;b')
  await writeFile(join(folder, 'in-1'), 'over it')
  assert.equal(await readFile(inputs[1]!, 'utf8'), 'a;b', 'the stored file is unchanged')
  const again = await stageInputs(videoPlan(inputs[0]!), await makeFolder(t), '/job')
  assert.equal(again.kind === 'video' && again.input, '/job/in-0')
})
