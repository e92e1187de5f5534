import { describe, test } from 'node:test'
import { checkVideo, fading, h264, type VideoCase } from '../support/color/video-case.ts'

const sd = { isFullRange: false, matrix: 'bt601', extension: 'mp4', chroma: 'left' } as const
const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-crf', '8', '-b:v', '0']

const cases: VideoCase[] = [
  {
    ...sd,
    name: '4:2:0 that says nothing of its colors, scaled',
    size: [320, 240],
    encode: h264('yuv420p', {}),
    format: 'yuv420p',
    clip: { width: 160 },
  },
  {
    ...sd,
    name: '4:2:0 in its own size',
    size: [160, 120],
    encode: h264('yuv420p', {}),
    format: 'yuv420p',
    clip: {},
  },
  {
    ...sd,
    name: '4:2:0 of the height of HD that says nothing of its colors',
    size: [640, 720],
    encode: h264('yuv420p', {}),
    format: 'yuv420p',
    matrix: 'bt709',
    clip: { width: 160 },
  },
  {
    ...sd,
    name: 'full range',
    size: [320, 240],
    encode: h264('yuv420p', { matrix: 'bt709', range: 'pc' }),
    format: 'yuvj420p',
    matrix: 'bt709',
    isFullRange: true,
    clip: { width: 160 },
  },
  {
    ...sd,
    name: 'full range of 10 bits, 4:2:2',
    size: [320, 240],
    encode: h264('yuv422p10', { matrix: 'smpte170m', range: 'pc' }),
    format: 'yuv422p10le',
    isFullRange: true,
    clip: { width: 160 },
  },
  {
    ...sd,
    name: 'BT.2020 of 10 bits with color at the upper left',
    size: [320, 240],
    encode: h264('yuv420p10', { matrix: 'bt2020nc', chroma: 'topleft' }),
    format: 'yuv420p10le',
    matrix: 'bt2020',
    chroma: 'topleft',
    clip: { width: 160 },
  },
  {
    ...sd,
    name: 'a crop that begins within a sample of color',
    size: [320, 240],
    encode: h264('yuv420p', {}),
    format: 'yuv420p',
    clip: { width: 121, crop: { x: 51, y: 33, width: 201, height: 151 } },
  },
  {
    ...sd,
    name: 'odd sides',
    size: [161, 121],
    encode: ['-vf', 'scale=161:121,format=yuv420p', ...vp9],
    extension: 'webm',
    format: 'yuv420p',
    chroma: 'center',
    clip: {},
  },
  {
    ...sd,
    name: 'VP9 with alpha',
    size: [320, 240],
    encode: ['-vf', `${fading},format=yuva420p`, ...vp9],
    extension: 'webm',
    format: 'yuva420p',
    chroma: 'center',
    input: ['-c:v', 'libvpx-vp9'],
    clip: { width: 160 },
  },
  {
    ...sd,
    name: 'an animated PNG of 16 bits with alpha',
    size: [320, 240],
    encode: [
      '-vf',
      `${fading.replace('gbrap', 'gbrap16le').replace('255', '65535')},format=rgba64be`,
      '-f',
      'apng',
      '-plays',
      '0',
    ],
    extension: 'png',
    format: 'gbrap16le',
    isFullRange: true,
    clip: { width: 160 },
  },
  {
    ...sd,
    name: 'high dynamic range (HLG)',
    size: [320, 240],
    encode: [
      ...['-vf', 'lutrgb=r=val*0.7:g=val*0.7:b=val*0.7,scale=out_color_matrix=bt2020,format=yuv420p10'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '8'],
      ...['-colorspace', 'bt2020nc', '-color_primaries', 'bt2020', '-color_trc', 'arib-std-b67'],
    ],
    format: 'yuv420p10le',
    matrix: 'bt2020',
    transfer: 'hlg',
    clip: { width: 160 },
  },
]

describe('frames have the colors of the standards', () => {
  for (const testCase of cases) test(testCase.name, (t) => checkVideo(t, testCase))
})
