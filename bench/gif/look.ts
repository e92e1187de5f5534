/**
 * Writes pictures to judge the encoder by eye: one frame at several sizes, the source, ours and gifski's next to each
 * other and enlarged; and one row of pixels over all frames, which shows crawling pixels and remnants.
 *   node bench/gif/look.ts --help
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Clip, findClip, jobs, knownClips } from './clips.ts'
import { fitLimit } from './curves/our-curve.ts'
import { gifskiCurve, missingRivals } from './curves/rival-curves.ts'
import { decodeGif, pictureAt } from './decoded-gif.ts'
import { clipFrames, framesHash, rgbaFrames } from './frames.ts'
import { keptFolder } from './kept.ts'
import { type Tile, writeSheet } from './look-sheet.ts'
import {
  type Area,
  type Shown,
  amplifiedError,
  busiestRow,
  cut,
  rowOverTime,
  worstArea,
} from './look-pixels.ts'

const help = `node bench/gif/look.ts [--qualities 30,60,90] [--frame N] [--area X,Y,WIDTH,HEIGHT] [--row Y] [--scale 3] [--out FOLDER] [CLIP ...]

  Writes two PNG files for each clip (five seconds at 480 pixels and 15 a second):
    CLIP.frame.png  an area of one frame, enlarged: the source, ours, gifski's; a line for each size
    CLIP.rows.png   one row of pixels of that area over all frames, time going down: the source, ours and gifski's,
                    and the error of both, 4 times as strong around gray. Edges that crawl are ragged, ghosts are smears.

  --qualities  of gifski, whose sizes both are made in (default 30,60,90)
  --frame      counted from 0 (default: in the middle)
  --area       in pixels (default: 200 × 130, where our smallest GIF differs the most); --area all is the whole frame
  --row        in pixels from the top (default: the row of the area that changes the most)
  --scale      how much a pixel is enlarged (default 3)
  --out        default ${join(keptFolder, 'look')}
  CLIP         ${knownClips().join(', ')};
               name@start, or the path of a video`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    qualities: { type: 'string', default: '30,60,90' },
    frame: { type: 'string' },
    area: { type: 'string' },
    row: { type: 'string' },
    scale: { type: 'string', default: '3' },
    out: { type: 'string', default: join(keptFolder, 'look') },
  },
})

const scale = Number(options.scale)
const usualArea = { width: 200, height: 130 }

if (options.help) console.log(help)
else {
  for (const sentence of missingRivals()) console.log(sentence)
  mkdirSync(options.out, { recursive: true })
  for (const clip of (positionals.length > 0 ? positionals : ['frog', 'talking', 'screencast']).map(findClip))
    await look(clip)
}

/** The GIFs of one size. */
type Pair = { label: string; gifs: { name: string; bytes: number; shown: Shown }[] }

async function look(clip: Clip): Promise<void> {
  const frames = clipFrames(clip, jobs.M)
  const measured = { frames, hash: framesHash(frames), withPerception: false }
  const qualities = options.qualities.split(',').map(Number)
  const rivals = await gifskiCurve(frames, qualities, measured)
  const nothing: Shown = () => new Uint8Array(frames.width * frames.height * 3)
  const source: Shown = (frame) => {
    const size = frames.width * frames.height * 3
    return frames.rgb.subarray(frame * size, (frame + 1) * size)
  }
  const pairs: Pair[] = []
  for (const rival of rivals) {
    const limit = { label: rival.label, maxBytes: rival.bytes }
    const { point, smaller } = await fitLimit({ frames, rgba: rgbaFrames(frames), measured }, limit, 0)
    pairs.push({
      label: rival.label,
      gifs: [
        point
          ? { name: 'ours', bytes: point.bytes, shown: shownBy(point.path, frames.fps) }
          : { name: `ours would be ${smaller}`, bytes: NaN, shown: nothing },
        { name: rival.label, bytes: rival.bytes, shown: shownBy(rival.path, frames.fps) },
      ],
    })
  }
  const label = ({ name, bytes }: { name: string; bytes: number }) =>
    Number.isNaN(bytes) ? name : `${name}, ${Math.round(bytes / 1000)} KB`
  const frame = Number(options.frame ?? Math.floor(frames.count / 2))
  const area = chooseArea(frames, pairs, source, frame)
  const name = clip.name.replaceAll(/[^\w.-]/g, '-')
  const tileOf = (label: string, shown: Shown): Tile => ({
    label,
    picture: cut(shown(frame), frames.width, area),
  })
  await writeSheet(
    join(options.out, `${name}.frame.png`),
    pairs.map(({ gifs }) => [
      tileOf(`source, frame ${frame} at ${area.x},${area.y}`, source),
      ...gifs.map((gif) => tileOf(label(gif), gif.shown)),
    ]),
    scale,
  )
  const y = Number(options.row ?? busiestRow(source, frames, area))
  const line = { ...area, y, height: 1 }
  const over = (shown: Shown) => rowOverTime(shown, frames, line)
  await writeSheet(
    join(options.out, `${name}.rows.png`),
    pairs.map(({ gifs }) => [
      { label: `source, row ${y}, ${frames.count} frames down`, picture: over(source) },
      ...gifs.flatMap((gif): Tile[] => [
        { label: label(gif), picture: over(gif.shown) },
        { label: `${gif.name}: error × 4`, picture: amplifiedError(over(gif.shown), over(source)) },
      ]),
    ]),
    scale,
  )
  console.log(`${join(options.out, name)}.frame.png and .rows.png`)
}

function shownBy(path: string, fps: number): Shown {
  const gif = decodeGif(path)
  return (frame) => {
    const rgba = pictureAt(gif, (frame + 0.5) / fps)
    return rgba.filter((_, index) => index % 4 !== 3)
  }
}

function chooseArea(
  { width, height }: { width: number; height: number },
  pairs: Pair[],
  source: Shown,
  frame: number,
): Area {
  if (options.area === 'all') return { x: 0, y: 0, width, height }
  if (options.area !== undefined) {
    const [x, y, areaWidth, areaHeight] = options.area.split(',').map(Number)
    return { x: x ?? 0, y: y ?? 0, width: areaWidth ?? width, height: areaHeight ?? height }
  }
  const size = {
    width: Math.min(usualArea.width, width),
    height: Math.min(usualArea.height, height),
  }
  const all = pairs.flatMap(({ gifs }) => gifs)
  const shown = all.find(({ bytes }) => !Number.isNaN(bytes))?.shown ?? source
  return worstArea(shown(frame), source(frame), { width, height }, size)
}
