import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { verdictsOf } from '../../bench/gif/curves/curve-goals.ts'
import { gainTable, goalTable } from '../../bench/gif/curves/curve-tables.ts'
import type { ClipCurves } from '../../bench/gif/curves/measure-clip.ts'
import { drawCurves } from '../../bench/gif/curves/plot-curves.ts'
import type { Point } from '../../bench/gif/curves/point.ts'

function point(label: string, bytes: number, blurredPsnr: number, flicker = 1): Point {
  const quality = { psnr: 30, blurredPsnr, ssim: 1, blurredSsim: 1, flicker }
  return { label, path: '', bytes, cpuSeconds: 1, quality, perception: { butteraugli: 1, ssimulacra: 0.1 } }
}

function duel(rival: Point, ours: Point | null, cpuRatio = 1) {
  const limit = { label: rival.label, maxBytes: rival.bytes }
  return { rival, ours: { limit, cpuRatio, point: ours, smaller: ours ? null : '240 × 135 px' } }
}

const curves: ClipCurves = {
  ...{ clip: 'a & b', width: 480, height: 270, frames: 75 },
  presets: [point('best', 900_000, 46)],
  gifski: [
    duel(point('gifski 30', 100_000, 30), null),
    duel(point('gifski 60', 300_000, 36), point('ours', 297_000, 37.2, 1.2), 1.8),
    duel(point('gifski 90', 800_000, 40), point('ours', 790_000, 45)),
  ],
  gifsicle: [duel(point('gifsicle 20', 1_500_000, 42), point('ours', 900_000, 46))],
  ladder: [
    { maxBytes: 900_000, bytes: 900_000, blurredPsnr: 46 },
    { maxBytes: 855_000, bytes: 850_000, blurredPsnr: 45.6 },
    { maxBytes: 812_000, bytes: 810_000, blurredPsnr: 44.4 },
  ],
}

suite('the curves of quality against size', () => {
  test('report the missed goals, with clip and margin', () => {
    const missed = verdictsOf(curves).filter(({ met }) => !met)
    assert.deepEqual(
      missed.map(({ goal, at, text }) => `${goal.split(/[,:]| over /)[0]} ${at} ${text}`),
      [
        "full width at the others' sizes gifski 30 240 × 135 px",
        'blurred PSNR gifski 30 smaller',
        'blurred PSNR gifski 60 1.20',
        'flicker gifski 60 1.20',
        'CPU gifski 60 1.80',
        'fall for 5 % fewer bytes 812 KB 1.20',
      ],
    )
  })

  test('accept a GIF below its limit only where more bytes gain nothing', () => {
    const shareOf = ({ presets, ladder }: Pick<ClipCurves, 'presets' | 'ladder'>, ours: Point) =>
      verdictsOf({
        ...{ ...curves, presets, ladder, gifsicle: [] },
        gifski: [duel(point('gifski 75', 600_000, 30), ours)],
      }).find(({ goal }) => goal.startsWith('share'))
    const rising = { presets: [point('best', 900_000, 46)], ladder: [] }
    assert.equal(shareOf(rising, point('ours', 400_000, 40))?.met, false)
    const level = { presets: [point('best', 900_000, 40.5)], ladder: [] }
    assert.equal(shareOf(level, point('ours', 400_000, 40))?.met, true)
  })

  test('are counted over all clips', () => {
    const table = goalTable([curves, { ...curves, clip: 'c' }])
    assert.match(table, /full width .*\| 6 of 8 \| a & b \(gifski 30: 240 × 135 px\); c \(gifski 30/)
    assert.match(goalTable([curves], [curves]), /CPU, of .*\| 2 of 3 \| 2 of 3 \| a & b \(gifski 60: 1.80\)/)
    assert.match(table, /gifsicle --lossy: ≥ 3 dB \| 2 of 2 \| nowhere/)
  })

  test('are compared with an earlier run', () => {
    const before = { ...curves, gifski: curves.gifski.map(({ rival }) => duel(rival, null)) }
    assert.match(gainTable([curves], [before]), /240 px of 480 → \+1\.2 \| 240 px of 480 → \+5\.0/)
  })

  test('are drawn as an SVG with a panel for each clip', async () => {
    const svg = drawCurves([curves, { ...curves, clip: 'c' }])
    assert.match(svg, />a &amp; b</)
    const { width, height } = await sharp(Buffer.from(svg)).metadata()
    assert.ok(width > 800 && height > 200, `${width} × ${height}`)
  })
})
