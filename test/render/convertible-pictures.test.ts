import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, before, describe } from 'node:test'
import { AppError } from '#src/lib/app-error.ts'
import { corners } from '../../scripts/fixture-pictures.ts'
import { colorAt, decode, distance, played } from '../support/media/decoded.ts'
import { fakeTools } from '../support/rendering/fake-tools.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { whyNoHeic, writeHeic } from '../support/media/heic.ts'
import { bmpOf, damagedPictures, heicOfSize, lateHeic } from '../support/media/hostile-pictures.ts'
import { picturesPlan, render, startPool } from '../support/rendering/rendering.ts'

/** Only limits: no fake program is needed to find bubblewrap. */
const withoutHeif = ['ffmpeg', 'ffprobe', 'prlimit', 'nice', 'setpriv']

describe('a GIF of pictures that neither browsers nor sharp read', () => {
  let pictures = ''
  let folder = ''
  const pool = startPool({ after }, { maxMegapixels: 4 })
  before(async () => {
    pictures = join(await ensureFixtures(), 'pictures')
    folder = await mkdtemp(join(tmpdir(), 'gifwright-render-'))
    await writeFile(join(folder, 'gray.bmp'), bmpOf(64, 48))
  })
  after(() => rm(folder, { recursive: true, force: true }))
  const at = (name: string) => join(pictures, name)

  async function refusal(
    t: Parameters<typeof render>[0],
    bytes: Uint8Array,
    name: string,
  ): Promise<AppError> {
    const path = join(folder, name)
    await writeFile(path, bytes)
    const error: unknown = await render(t, pool, picturesPlan([at('plain.png'), path])).catch(
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof AppError, `${name} is refused`)
    assert.equal(error.field, 'pictures[]')
    return error
  }

  for (const resize of [false, true]) {
    test(`shows them like all others, ${resize ? 'scaled' : 'with their own pixels'}`, async (t) => {
      const inputs = [at('plain.png'), at('picture.tiff'), join(folder, 'gray.bmp')]
      if ((await whyNoHeic()) === null) {
        inputs.push(join(folder, `plain-${resize}.heic`))
        await writeHeic(at('plain.png'), inputs.at(-1) ?? '')
      }
      const size = resize ? { width: 128, height: 96 } : { width: 80, height: 60 }
      const made = await render(t, pool, picturesPlan(inputs, { ...size, resize }))
      assert.deepEqual([made.width, made.height, made.frames], [size.width, size.height, inputs.length])
      const gif = played(await decode(made.files.gif.path), inputs.length, made.durationMs)
      for (const frame of inputs.keys()) {
        const { color } = colorAt(gif, frame, [0.3, 0.3])
        const expected = frame === 2 ? ([128, 128, 128] as const) : corners.topLeft
        assert.ok(distance(color, expected) <= 22, `${inputs[frame]}: ${color} is not ${expected}`)
      }
    })
  }

  test('a HEIC ends in an error message if this machine has no decoder', async (t) => {
    const scripts = withoutHeif.map((name) => [name, `exec $REAL/${name} "$@"`] as const)
    const searchPath = (await fakeTools(t, Object.fromEntries(scripts))).split(':')[0] ?? ''
    const path = join(folder, 'any.heic')
    await writeFile(path, heicOfSize(100, 100))
    const plan = picturesPlan([at('plain.png'), path])
    await assert.rejects(render(t, startPool(t, { searchPath, sandbox: 'off' }), plan), {
      code: 'media_unsupported',
      message: 'Picture 2 is in HEIC, which cannot be read here; send a JPEG or PNG instead.',
      field: 'pictures[]',
      retry: false,
    })
  })

  test('a TIFF in JPEG, which ffmpeg would show in another color, ends in an error message', async (t) => {
    const { code, message } = await refusal(t, await readFile(at('jpeg.tiff')), 'jpeg.tiff')
    assert.equal(code, 'media_unsupported')
    assert.equal(
      message,
      'Picture 2 is in JPEG-compressed TIFF, which cannot be read here; send a JPEG or PNG instead.',
    )
  })

  test('refuses those that claim too many pixels, alone or together, before they are decoded', async (t) => {
    for (const [name, bytes] of [
      ['bomb.bmp', bmpOf(60_000, 60_000, Buffer.alloc(100))],
      ['bomb.heic', heicOfSize(65_000, 65_000)],
      // A file whose metadata follows the pixels.
      ['late.heic', lateHeic(65_000, 65_000)],
    ] as const) {
      const error = await refusal(t, bytes, name)
      assert.equal(error.code, 'media_too_large')
      assert.equal(error.message, 'Picture 2 has more pixels than this service accepts.')
    }
    const one = join(folder, 'one.heic')
    await writeFile(one, heicOfSize(2000, 2000))
    const many = Array.from({ length: 40 }, () => one)
    await assert.rejects(render(t, pool, picturesPlan(many)), {
      code: 'media_too_large',
      message: /^The pictures have more pixels together/,
    })
  })

  test('damaged ones are named by their place', async (t) => {
    for (const [name, bytes] of await damagedPictures()) {
      const { code, message } = await refusal(t, bytes, name)
      assert.deepEqual(
        [name, code, message],
        [name, 'media_broken', 'Picture 2 is damaged and could not be decoded.'],
      )
    }
  })
})
