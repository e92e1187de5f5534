import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import sharp, { type Sharp } from 'sharp'
import { picturesSize } from '#src/render/decode/picture-source.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { decode, played } from '../support/media/decoded.ts'
import { isFullRun } from '../support/full-run.ts'
import { type HeicTurn, turnHeic, whyNoHeic, writeHeic } from '../support/media/heic.ts'
import { makeFolder, picturesPlan, poolLimits, render, startPool } from '../support/rendering/rendering.ts'

const run = promisify(execFile)
const orientations = [1, 2, 3, 4, 5, 6, 7, 8]
const tried = isFullRun ? orientations : [2, 6, 7]

/** Both declare the rotation, as in photos of phones; only the container; only EXIF. */
const turns: [exif: number, turn: HeicTurn][] = isFullRun
  ? orientations.flatMap((exif) =>
      [{}, ...[0, 1, 2, 3].flatMap((angle) => [{ angle }, { angle, mirror: 0 }, { angle, mirror: 1 }])].map(
        (turn): [number, HeicTurn] => [exif, turn as HeicTurn],
      ),
    )
  : [
      [6, { angle: 3 }],
      [3, { angle: 2 }],
      [8, { angle: 1 }],
      [5, { angle: 3, mirror: 1 }],
      [6, { angle: 0 }],
      [4, { mirror: 0 }],
      [6, {}],
    ]

/** A picture with different corners, as stored: large enough that heif-enc writes it as one tile. */
async function picture(orientation: number): Promise<Sharp> {
  const plain = await readFile(join(await ensureFixtures(), 'pictures', 'plain.png'))
  return sharp(plain).resize(128, 96).withMetadata({ orientation })
}

type Shown = { path: string; upright: Buffer }

/**
 * A HEIC file, and its picture as libheif shows it, which follows the container; EXIF counts if the container declares
 * nothing.
 */
async function turnedHeic(folder: string, exif: number, turn: HeicTurn): Promise<Shown> {
  const path = join(folder, `${exif}-${turn.angle}-${turn.mirror}.heic`)
  const stored = `${path}.jpg`
  await (await picture(exif)).jpeg({ quality: 95 }).toFile(stored)
  await writeHeic(stored, path)
  await writeFile(path, turnHeic(await readFile(path), turn))
  await run('heif-convert', [path, `${path}.png`])
  const isTurned = turn.angle !== undefined || turn.mirror !== undefined
  const decoded = await readFile(`${path}.png`)
  return { path, upright: await sharp(decoded, { autoOrient: !isTurned }).png().toBuffer() }
}

async function turnedTiff(folder: string, orientation: number): Promise<Shown> {
  const path = join(folder, `${orientation}.tiff`)
  await (await picture(orientation)).tiff({ compression: 'lzw' }).toFile(path)
  const png = await (await picture(orientation)).png().toBuffer()
  return { path, upright: await sharp(png).autoOrient().png().toBuffer() }
}

/** Throws unless two pictures are nearly the same. */
async function assertSame(pixels: Buffer, expected: Sharp, what: string): Promise<void> {
  const other = await expected.ensureAlpha().raw().toBuffer()
  assert.equal(pixels.length, other.length, what)
  const sum = pixels.reduce((total, value, index) => total + Math.abs(value - (other[index] ?? 0)), 0)
  assert.ok(sum / pixels.length < 8, `${what}: ${sum / pixels.length} levels apart`)
}

const kinds = {
  HEIC: (folder: string) => Promise.all(turns.map(([exif, turn]) => turnedHeic(folder, exif, turn))),
  TIFF: (folder: string) => Promise.all(tried.map((value) => turnedTiff(folder, value))),
}

for (const [kind, make] of Object.entries(kinds)) {
  test(`a ${kind} picture is rotated exactly once: in GIFs, in their size and in the preview`, async (t) => {
    const why = kind === 'HEIC' ? await whyNoHeic() : null
    if (why !== null) return t.skip(why)
    const folder = await makeFolder(t)
    const shown = await make(folder)
    const pool = startPool(t)
    const size = { width: 64, height: 64 }
    const plan = picturesPlan(
      shown.map(({ path }) => path),
      { ...size, resize: true },
    )
    const made = await render(t, pool, plan)
    const gif = played(await decode(made.files.gif.path), shown.length, made.durationMs)
    for (const [index, { path, upright }] of shown.entries()) {
      const fitted = sharp(upright).resize(64, 64, { fit: 'contain', background: '#000' })
      await assertSame(gif.frames[index]!, fitted, path)
      const { width, height } = await sharp(upright).metadata()
      const job = { folder: () => folder, limits: { ...poolLimits, anyFormat: false } }
      assert.deepEqual(await picturesSize([path], { width: null, height: null }, job), { width, height })
      const preview = await pool.preview({ kind: 'convert', input: path }, await makeFolder(t), {
        signal: new AbortController().signal,
        onProgress: () => {},
      })
      assert.deepEqual([preview.made.width, preview.made.height], [width, height], path)
      const pixels = await sharp(await readFile(preview.path ?? ''))
        .ensureAlpha()
        .raw()
        .toBuffer()
      await assertSame(pixels, sharp(upright), `the preview of ${path}`)
    }
  })
}
