import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { corners, makePictures } from './fixture-pictures.ts'

const run = promisify(execFile)

type Shape = { width?: number; height?: number; fps?: number; seconds?: number }

/** A source that shows `corners`. */
function flat({ width = 160, height = 120, fps = 30, seconds = 1 }: Shape = {}): string[] {
  const channel = (index: 0 | 1 | 2) => {
    const { topLeft, topRight, bottomLeft, bottomRight } = corners
    const top = `if(lt(X,W/2),${topLeft[index]},${topRight[index]})`
    return `'if(lt(Y,H/2),${top},if(lt(X,W/2),${bottomLeft[index]},${bottomRight[index]}))'`
  }
  const draw = `geq=r=${channel(0)}:g=${channel(1)}:b=${channel(2)}`
  return ['-f', 'lavfi', '-i', `color=s=${width}x${height}:r=${fps}:d=${seconds},format=gbrp,${draw}`]
}

/** A source whose frames carry their number: bit n is the n-th of 12 blocks of 12 pixels, white for 1. */
function numbered({ fps = 30, seconds = 4 }: Shape = {}): string[] {
  const draw = "geq=lum='if(mod(floor(N/pow(2,floor(X/12))),2),235,16)':cb=128:cr=128"
  return ['-f', 'lavfi', '-i', `color=s=144x32:r=${fps}:d=${seconds},format=yuv420p,${draw}`]
}

/** Fields of a bright bar that moves 6 pixels per field; two fields per frame, the top one first. */
function interlaced({ width = 160, height = 96 }: Shape = {}): string[] {
  const draw = `geq=lum='if(lt(mod(X-N*6+${width},${width}),24),235,16)':cb=128:cr=128`
  const source = `color=s=${width}x${height}:r=60:d=2,format=yuv420p,${draw},interlace=lowpass=off`
  return ['-f', 'lavfi', '-i', source, '-flags', '+ilme+ildct']
}

const sd = ['-vf', 'scale=out_color_matrix=bt601:out_range=tv,format=yuv420p']
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '12']
const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-crf', '14', '-x265-params', 'log-level=none']
const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-crf', '15', '-b:v', '1M']
const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1M']
const av1 = ['-c:v', 'libsvtav1', '-preset', '12', '-crf', '20']
const groups = ['-g', '48', '-bf', '2']
/** A source for older codecs: low noise, a key frame every 1.6 seconds. */
const lowNoise = ['-q:v', '2', '-g', '48']
const sound = ['-f', 'lavfi', '-i', 'sine=d=1']
/** Packets of 192 bytes, as on camcorders and Blu-ray discs. */
const mts = ['-f', 'mpegts', '-mpegts_m2ts_mode', '1']
/** The time stamps of MPEG have 33 bits of 1/90,000 s: after this many seconds they restart at 0. */
const wrapSeconds = 2 ** 33 / 90_000
const gifPalette = 'split[a][b];[b]palettegen[p];[a][p]paletteuse'

/** A filter that makes the right half transparent. */
const leftHalf = "format=gbrap,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(lt(X,W/2),255,0)'"

/** Every video: its name, which states its peculiarity, and ffmpeg's arguments. */
const videos: Record<string, string[]> = {
  'h264.mp4': [...flat(), ...sd, ...h264],
  'h264.mov': [...flat(), ...sd, ...h264],
  'h264.mkv': [...flat(), ...sd, ...h264],
  'h264.ts': [...flat(), ...sd, ...h264],
  'hevc.mp4': [...flat(), ...sd, ...hevc],
  'hevc-10bit.mkv': [
    ...flat(),
    '-vf',
    'scale=out_color_matrix=bt601:out_range=tv,format=yuv420p10le',
    ...hevc,
  ],
  'vp8.webm': [...flat(), ...sd, ...vp8],
  'vp9.webm': [...flat(), ...sd, ...vp9],
  'av1.mp4': [...flat(), ...sd, ...av1],
  'av1.webm': [...flat(), ...sd, ...av1],
  'mpeg4.avi': [...flat(), ...sd, '-c:v', 'mpeg4', '-q:v', '2'],
  'mjpeg.avi': [
    ...flat(),
    '-vf',
    'scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p',
    '-c:v',
    'mjpeg',
    '-q:v',
    '2',
  ],
  'flv1.flv': [...flat(), ...sound, ...sd, '-c:v', 'flv', ...lowNoise],
  'h264.flv': [...flat(), ...sound, ...sd, ...h264, '-c:a', 'aac'],
  'wmv1.wmv': [...flat(), ...sound, ...sd, '-c:v', 'wmv1', ...lowNoise, '-c:a', 'wmav1'],
  'wmv2.wmv': [...flat(), ...sound, ...sd, '-c:v', 'wmv2', ...lowNoise, '-c:a', 'wmav2'],
  'msmpeg4.asf': [...flat(), ...sd, '-c:v', 'msmpeg4', ...lowNoise],
  'theora.ogv': [
    ...flat(),
    ...sound,
    ...sd,
    '-c:v',
    'libtheora',
    '-q:v',
    '10',
    '-g',
    '1',
    '-c:a',
    'libvorbis',
  ],
  'mpeg1.mpg': [...flat(), ...sound, ...sd, '-c:v', 'mpeg1video', ...lowNoise],
  'mpeg2.vob': [...flat(), ...sound, ...sd, '-c:v', 'mpeg2video', ...lowNoise],
  'h263.3gp': [...flat({ width: 176, height: 144 }), ...sd, '-c:v', 'h263', ...lowNoise],
  'h264.3gp': [...flat(), ...sd, ...h264],
  'mpeg4.3g2': [...flat(), ...sd, '-c:v', 'mpeg4', ...lowNoise],
  'h264.m4v': [...flat(), ...sd, ...h264, '-f', 'ipod'],
  'h264.mts': [...flat(), ...sound, ...sd, ...h264, '-c:a', 'ac3', ...mts],
  'mpeg2.mts': [...flat(), ...sd, '-c:v', 'mpeg2video', ...lowNoise, ...mts],
  'interlaced.mts': [...interlaced(), ...h264, ...mts],
  'interlaced.mpg': [...interlaced(), '-c:v', 'mpeg2video', ...lowNoise],
  'sound-only.ogg': [...sound, '-c:a', 'libvorbis'],
  'still.gif': [...flat({ fps: 10 }), '-vf', gifPalette],
  'pixel.gif': ['-f', 'lavfi', '-i', 'color=red:s=16x16:r=10:d=0.5,format=rgb24,crop=1:1'],
  'wide-pixels.mp4': [...flat(), '-vf', `${sd[1]},setsar=2/1`, ...h264],
  'tall-pixels.mp4': [...flat(), '-vf', `${sd[1]},setsar=1/2`, ...h264],
  'odd.webm': [...flat({ width: 161, height: 91 }), ...sd, ...vp9],
  'large-odd.mp4': [
    ...flat({ width: 601, height: 399 }),
    '-vf',
    'scale=out_color_matrix=bt601,format=yuv444p',
    ...h264,
  ],
  'tall.mp4': [...flat({ width: 40, height: 2400, seconds: 0.3 }), ...sd, ...h264],
  'hd.mp4': [
    ...flat({ width: 1280, height: 720, seconds: 0.4 }),
    ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p', ...h264],
  ],
  'full-range.mp4': [
    ...flat(),
    ...['-vf', 'scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p', '-color_range', 'pc', ...h264],
  ],
  'hdr.mp4': [
    ...flat({ seconds: 0.4 }),
    ...['-vf', 'scale=out_color_matrix=bt2020:out_range=tv,format=yuv420p10le', ...hevc],
    ...[
      '-color_primaries',
      'bt2020',
      '-color_trc',
      'smpte2084',
      '-colorspace',
      'bt2020nc',
      '-color_range',
      'tv',
    ],
  ],
  'alpha-vp8.webm': [...flat(), '-vf', `${leftHalf},format=yuva420p`, ...vp8, '-auto-alt-ref', '0'],
  'alpha-vp9.webm': [...flat(), '-vf', `${leftHalf},format=yuva420p`, ...vp9, '-auto-alt-ref', '0'],
  'alpha-large.webm': [
    ...flat({ width: 960, height: 200, seconds: 0.3 }),
    ...['-vf', `${leftHalf},format=yuva420p`, ...vp9, '-auto-alt-ref', '0'],
  ],
  'alpha.gif': [...flat({ fps: 10 }), '-vf', `${leftHalf},format=bgra,${gifPalette}`],
  'cover-and-sound.mp4': [
    ...[
      '-f',
      'lavfi',
      '-i',
      'color=yellow:s=64x64:d=0.04:r=25',
      ...flat(),
      '-f',
      'lavfi',
      '-i',
      'sine=d=1.5',
    ],
    ...['-map', '0', '-map', '1', '-map', '2', '-c:v:0', 'png', '-disposition:v:0', 'attached_pic'],
    ...['-c:v:1', 'libx264', '-filter:v:1', sd[1] ?? '', '-crf', '12', '-c:a', 'aac'],
  ],
  'sound-only.mp4': ['-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac'],
  'numbered-24.mp4': [...numbered({ fps: 24 }), ...h264, ...groups],
  'numbered-25.mov': [...numbered({ fps: 25 }), ...h264, ...groups],
  'numbered-30.mkv': [...numbered(), ...h264, ...groups],
  'numbered-60.mp4': [...numbered({ fps: 60 }), ...h264, ...groups],
  'numbered-30.webm': [...numbered(), ...vp9, '-g', '48'],
  'numbered-25.avi': [...numbered({ fps: 25 }), '-c:v', 'mpeg4', '-q:v', '3', '-g', '48'],
  // AVI stores no time stamps, so reordered frames are a frame late.
  'numbered-late.avi': [...numbered({ fps: 25 }), '-c:v', 'mpeg4', '-q:v', '3', ...groups],
  'numbered-30.flv': [...numbered(), '-c:v', 'flv', ...lowNoise],
  'numbered-h264.flv': [...numbered(), ...h264, ...groups],
  'numbered-30.wmv': [...numbered(), '-c:v', 'wmv2', ...lowNoise],
  'numbered-30.ogv': [...numbered(), '-c:v', 'libtheora', '-q:v', '9', '-g', '48'],
  'numbered-mpeg1.mpg': [...numbered(), '-c:v', 'mpeg1video', ...lowNoise, '-bf', '2'],
  'numbered-mpeg2.mpg': [...numbered(), '-c:v', 'mpeg2video', ...lowNoise, '-bf', '2'],
  'numbered-wrap.mpg': [
    ...numbered(),
    ...['-c:v', 'mpeg2video', ...lowNoise, '-bf', '2', '-output_ts_offset', String(wrapSeconds - 2)],
  ],
  'numbered-30.3gp': [...numbered(), '-c:v', 'mpeg4', ...lowNoise],
  'numbered-30.m4v': [...numbered(), ...h264, ...groups, '-f', 'ipod'],
  'numbered-30.mts': [...numbered(), ...h264, ...groups, ...mts],
  'numbered-wrap.mts': [
    ...numbered(),
    ...[...h264, ...groups, ...mts, '-output_ts_offset', String(wrapSeconds - 2)],
  ],
  'numbered-30.ts': [...numbered(), ...h264, ...groups],
  'numbered-10.gif': [...numbered({ fps: 10 })],
  'numbered-12.mp4': [...numbered({ fps: 12 }), ...h264, ...groups],
  'numbered-offset.mkv': [...numbered(), ...h264, ...groups, '-output_ts_offset', '100'],
  // Two frames a second for two seconds, then 30; the average rate hides it.
  'numbered-vfr.mkv': [
    ...numbered(),
    '-vf',
    "setpts='if(lt(N,4),N*0.5,2+(N-4)/30)/TB'",
    '-fps_mode',
    'vfr',
    ...h264,
  ],
  // Ten hours between two frames.
  'numbered-hole.mkv': [
    ...numbered(),
    '-vf',
    "setpts='PTS+if(gte(N,15),36000/TB,0)'",
    '-fps_mode',
    'vfr',
    ...h264,
  ],
}

/** Makes every fixture in `folder`, with generators of ffmpeg and sharp; takes some seconds. */
export async function makeFixtures(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const queue = Object.entries(videos)
  const makeVideos = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [name, args] = next
      await ffmpeg([...args, ...(name.endsWith('.webm') ? [] : ['-threads', '1']), join(folder, name)])
    }
  }
  await Promise.all([makeVideos(), makeVideos(), makePictures(join(folder, 'pictures'))])
  await deriveVideos(folder)
}

/** Videos made by changing the bytes of other ones. */
async function deriveVideos(folder: string): Promise<void> {
  const at = (name: string) => join(folder, name)
  const plain = await readFile(at('h264.mp4'))
  for (const [name, matrix] of Object.entries(displayMatrices))
    await writeFile(at(name), turned(plain, matrix))
  await writeFile(at('cut-off.mp4'), plain.subarray(0, plain.length >> 1))
  // Written to a pipe, as by a browser's recorder: the header has no duration.
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', at('numbered-30.webm'), '-c', 'copy', '-f', 'webm', '-live', '1', 'pipe:1'],
    { encoding: 'buffer', maxBuffer: 2 ** 26 },
  )
  await writeFile(at('numbered-live.webm'), stdout)
  await writeFile(
    at('cut-off.webm'),
    (await readFile(at('numbered-30.webm'))).subarray(0, stdout.length >> 1),
  )
  await ffmpeg([...flat({ width: 80, height: 60 }), ...sd, ...h264, '-output_ts_offset', '1', at('small.ts')])
  await writeFile(
    at('two-sizes.ts'),
    Buffer.concat([await readFile(at('h264.ts')), await readFile(at('small.ts'))]),
  )
  await ffmpeg([
    ...[...interlaced({ width: 80, height: 64 }), '-c:v', 'mpeg2video', ...lowNoise],
    ...['-output_ts_offset', '2', at('small.mpg')],
  ])
  await writeFile(
    at('two-sizes-interlaced.mpg'),
    Buffer.concat([await readFile(at('interlaced.mpg')), await readFile(at('small.mpg'))]),
  )
}

/** The values a, b, c and d of the matrix by which players rotate the picture. */
const displayMatrices: Record<string, [number, number, number, number]> = {
  'turned-90.mp4': [0, 1, -1, 0],
  'turned-180.mp4': [-1, 0, 0, -1],
  'turned-270.mp4': [0, -1, 1, 0],
  'mirrored.mp4': [-1, 0, 0, 1],
}

function turned(mp4: Buffer, [a, b, c, d]: [number, number, number, number]): Buffer {
  const bytes = Buffer.from(mp4)
  const matrix = bytes.indexOf('tkhd') + 4 + 40
  for (const [index, value] of [a, b, 0, c, d].entries())
    bytes.writeInt32BE(value * 0x10000, matrix + index * 4)
  return bytes
}

async function ffmpeg(args: string[]): Promise<void> {
  await run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args])
}
