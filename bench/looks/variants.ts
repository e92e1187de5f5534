import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LookMaker } from '#src/looks/look-maker.ts'
import { type Look, readLook } from '#src/looks/look.ts'

type Size = { width: number; height: number }

/** A part of a video: its duration in seconds, and the part of its picture. */
export type Segment = { video: string; startSeconds: number; crop: string }

/** Typical changes that people make to a GIF before they send it again, as ffmpeg filters, and the resulting size. */
type Variant = { kind: string; name: string; filters: string } & Partial<Size>

const usual = { width: 320, height: 180, fps: 15 }
export const segmentSeconds = 3

const caption = (y: string) =>
  `drawtext=text='WHEN YOU SEE IT':fontsize=h*0.13:fontcolor=white:borderw=2:x=(w-tw)/2:y=${y}`

const filtered: Variant[] = [
  { kind: 'resized', name: 'half', filters: 'scale=160:90', width: 160, height: 90 },
  {
    kind: 'resized',
    name: 'a third, nearest pixel',
    filters: 'scale=106:60:flags=neighbor',
    width: 106,
    height: 60,
  },
  { kind: 'resized', name: '1.6 times', filters: 'scale=512:288', width: 512, height: 288 },
  { kind: 'resized', name: 'stretched to 4:3', filters: 'scale=320:240', height: 240 },
  { kind: 're-timed', name: '10 frames per second', filters: 'fps=10' },
  { kind: 're-timed', name: '6 frames per second', filters: 'fps=6' },
  { kind: 're-timed', name: 'each second frame', filters: String.raw`select=not(mod(n\,2))` },
  { kind: 're-timed', name: 'without every third frame', filters: String.raw`select=mod(n\,3)` },
  { kind: 're-timed', name: '1.5 times as fast', filters: 'setpts=PTS/1.5,fps=15' },
  { kind: 're-timed', name: '1.4 times as slow', filters: 'setpts=PTS*1.4,fps=15' },
  { kind: 'start cut', name: '5 % shorter', filters: 'trim=start=0.15' },
  { kind: 'brighter', name: 'brightness and contrast', filters: 'eq=brightness=0.06:contrast=1.15' },
  { kind: 'cropped 4 %', name: 'of width and height', filters: 'crop=308:172', width: 308, height: 172 },
  { kind: 'cropped 10 %', name: 'of width and height', filters: 'crop=288:162', width: 288, height: 162 },
  { kind: 'captioned', name: 'over the picture, below', filters: caption('h*0.82') },
  { kind: 'captioned', name: 'over the picture, above', filters: caption('h*0.05') },
  {
    kind: 'captioned',
    name: 'in an added bar',
    filters: `pad=iw:216:0:36:white,${caption('h*0.02')}`,
    height: 216,
  },
]

/** Made by encoding and decoding; with the file name and the encoding. */
const encoded = [
  {
    kind: 're-encoded',
    name: 'GIF of 64 colors',
    file: 'copy.gif',
    options: ['-vf', 'split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=bayer'],
  },
  {
    kind: 're-encoded',
    name: 'H.264, CRF 36',
    file: 'copy.mkv',
    options: ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '36', '-pix_fmt', 'yuv420p'],
  },
]

/** A look, and the change of the clip; null for the look of a clip that shows too little. */
export type VariantLook = { kind: string; name: string; look: Look | null }

/** The looks of a segment and of its variants, each from frames as ffmpeg decodes and changes them. */
export function looksOf(segment: Segment, folder: string): { own: Look | null; variants: VariantLook[] } {
  const { video, startSeconds, crop } = segment
  const { width, height, fps } = usual
  const shape = `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height},setsar=1`
  const input = ['-ss', `${startSeconds}`, '-t', `${segmentSeconds}`, '-i', video, '-an']
  const source = join(folder, 'source.nut')
  ffmpeg([...input, '-vf', `${crop}fps=${fps},${shape}`, '-c:v', 'rawvideo', '-pix_fmt', 'yuv420p', source])
  const raw = (index: number) => join(folder, `${index}.rgba`)
  ffmpeg([
    ...['-i', source],
    ...[{ filters: 'null' }, ...filtered].flatMap(({ filters }, index) => [
      ...['-vf', filters, '-fps_mode', 'passthrough'],
      ...['-f', 'rawvideo', '-pix_fmt', 'rgba', raw(index)],
    ]),
  ])
  const copies = encoded.map(({ kind, name, file, options }, index) => {
    const copy = join(folder, file)
    ffmpeg(['-i', source, ...options, copy])
    const frames = raw(filtered.length + 1 + index)
    ffmpeg(['-i', copy, '-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'rgba', frames])
    return { kind, name, look: lookOfFrames(frames, usual) }
  })
  const changed = filtered.map(({ kind, name, ...size }, index) => ({
    kind,
    name,
    look: lookOfFrames(raw(index + 1), { ...usual, ...size }),
  }))
  return { own: lookOfFrames(raw(0), usual), variants: [...copies, ...changed] }
}

function lookOfFrames(path: string, { width, height }: Size): Look | null {
  const frames = readFileSync(path)
  const maker = new LookMaker({ width, height })
  const bytes = width * height * 4
  for (let at = 0; at + bytes <= frames.length; at += bytes) maker.add(frames.subarray(at, at + bytes))
  return readLook(maker.finish())
}

function ffmpeg(options: string[]): void {
  execFileSync('ffmpeg', ['-v', 'fatal', '-y', ...options], { stdio: ['ignore', 'ignore', 'inherit'] })
}
