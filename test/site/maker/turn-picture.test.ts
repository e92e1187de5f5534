import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Picture } from '#src/gif/scale/picture.ts'
import { turnPicture } from '#src/site/maker/client/preview/worker/turn-picture.ts'
import { randomNumbers } from '../../support/rendering/both-kernels.ts'
import { makeFolder } from '../../support/rendering/rendering.ts'

const width = 74
const height = 42

/** The output of ffmpeg for one raw picture with each of these filters. */
function filtered(folder: string, bytes: Uint8Array, format: string, filters: string[]): Buffer[] {
  const input = ['-f', 'rawvideo', '-pix_fmt', format, '-s', `${width}x${height}`, '-i', 'pipe:0']
  const paths = filters.map((_, index) => join(folder, `${index}.raw`))
  const outputs = filters.flatMap((filter, index) => ['-vf', filter, '-f', 'rawvideo', paths[index]!])
  const { stderr, status } = spawnSync('ffmpeg', ['-y', '-v', 'error', ...input, ...outputs], {
    input: bytes,
  })
  assert.equal(status, 0, String(stderr))
  return paths.map((path) => readFileSync(path))
}

const yuv = {
  kind: 'yuv',
  width,
  height,
  planes: Uint8Array.from(randomNumbers(1, width * height * 3, 256)),
  matrix: 'bt601',
  isFullRange: false,
} as const
const pictures: Record<string, Picture> = {
  yuv420p: {
    ...yuv,
    shiftX: 1,
    shiftY: 1,
    chroma: { x: 0, y: 0.5 },
    planes: yuv.planes.slice(0, (width * height * 3) / 2),
  },
  yuv444p: { ...yuv, shiftX: 0, shiftY: 0, chroma: { x: 0, y: 0 } },
  rgba: {
    kind: 'rgba',
    width,
    height,
    pixels: Uint8Array.from(randomNumbers(2, width * height * 4, 256)),
    hasAlpha: true,
  },
}
const turns = { 0: 'null', 90: 'transpose=clock', 180: 'hflip,vflip', 270: 'transpose=cclock' }

test('pictures are rotated and mirrored like in ffmpeg', async (t) => {
  const folder = await makeFolder(t)
  const ways = Object.entries(turns).flatMap(([degrees, filter]) =>
    [false, true].map((isFlipped) => ({
      degrees: Number(degrees),
      isFlipped,
      filter: isFlipped ? `${filter},hflip` : filter,
    })),
  )
  for (const [format, picture] of Object.entries(pictures)) {
    const bytes = picture.kind === 'yuv' ? picture.planes : picture.pixels
    const filters = ways.map(({ filter }) => filter)
    const expected = filtered(folder, bytes, format, filters)
    for (const [index, { degrees, isFlipped }] of ways.entries()) {
      const turned = turnPicture(picture, degrees, isFlipped)
      assert.equal(turned.width, degrees % 180 === 0 ? width : height)
      const found = turned.kind === 'yuv' ? turned.planes : turned.pixels
      assert.ok(expected[index]?.equals(found), `${format}, ${degrees}°, mirrored: ${isFlipped}`)
    }
  }
})
