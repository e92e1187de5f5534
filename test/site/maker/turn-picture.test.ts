import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import type { Picture } from '#src/gif/scale/picture.ts'
import { turnPicture } from '#src/site/maker/client/preview/worker/turn-picture.ts'
import { randomNumbers } from '../../support/rendering/both-kernels.ts'

const width = 74
const height = 42

/** What ffmpeg makes of one raw picture. */
function filtered(bytes: Uint8Array, format: string, filters: string): Uint8Array {
  const input = ['-f', 'rawvideo', '-pix_fmt', format, '-s', `${width}x${height}`, '-i', 'pipe:0']
  const args = ['-v', 'error', ...input, '-vf', filters, '-f', 'rawvideo', 'pipe:1']
  const { stdout, stderr, status } = spawnSync('ffmpeg', args, { input: bytes })
  assert.equal(status, 0, String(stderr))
  return new Uint8Array(stdout)
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
  yuv420p: { ...yuv, shiftX: 1, shiftY: 1, planes: yuv.planes.slice(0, (width * height * 3) / 2) },
  yuv444p: { ...yuv, shiftX: 0, shiftY: 0 },
  rgba: {
    kind: 'rgba',
    width,
    height,
    pixels: Uint8Array.from(randomNumbers(2, width * height * 4, 256)),
    hasAlpha: true,
  },
}
const turns = { 0: 'null', 90: 'transpose=clock', 180: 'hflip,vflip', 270: 'transpose=cclock' }

test('pictures are turned and mirrored as ffmpeg does it', () => {
  for (const [format, picture] of Object.entries(pictures)) {
    for (const [degrees, filters] of Object.entries(turns)) {
      for (const isFlipped of [false, true]) {
        const bytes = picture.kind === 'yuv' ? picture.planes : picture.pixels
        const expected = filtered(bytes, format, isFlipped ? `${filters},hflip` : filters)
        const turned = turnPicture(picture, Number(degrees), isFlipped)
        const isTurned = filters.startsWith('transpose')
        assert.equal(turned.width, isTurned ? height : width)
        const found = turned.kind === 'yuv' ? turned.planes : turned.pixels
        assert.ok(Buffer.from(found).equals(expected), `${format}, ${degrees}°, mirrored: ${isFlipped}`)
      }
    }
  }
})
