import { describe, test } from 'node:test'
import { checkVideo, fading, h264, type VideoCase } from '../support/color/video-case.ts'

const matrices = { bt601: 'smpte170m', bt709: 'bt709', bt2020: 'bt2020nc' } as const
const samplings = ['420', '422', '444'] as const
const sizes = {
  'in its own size': { size: [160, 120], clip: {} },
  scaled: { size: [320, 240], clip: { width: 150 } },
} as const

/** Every matrix, range, depth and sampling, in its own size and scaled. */
function* tagged(): Generator<VideoCase> {
  for (const [matrix, colorspace] of Object.entries(matrices)) {
    for (const range of ['tv', 'pc'] as const) {
      for (const bits of ['', '10'] as const) {
        for (const sampling of samplings) {
          for (const [way, { size, clip }] of Object.entries(sizes)) {
            const j = range === 'pc' && bits === '' ? 'j' : ''
            yield {
              name: `${matrix}, ${range}, ${bits || '8'} bits, 4:${[...sampling].slice(1).join(':')}, ${way}`,
              size: [...size],
              clip,
              extension: 'mp4',
              encode: h264(`yuv${sampling}p${bits}`, { matrix: colorspace, range }),
              format: `yuv${j}${sampling}p${bits === '' ? '' : '10le'}`,
              matrix: matrix as keyof typeof matrices,
              isFullRange: range === 'pc',
              chroma: 'left',
            }
          }
        }
      }
    }
  }
}

const sd = { isFullRange: false, matrix: 'bt601', extension: 'mp4', chroma: 'left' } as const
const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-crf', '8', '-b:v', '0']
const x265 = (params: string) => [
  ...['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params'],
  `log-level=none:qp=8:${params}`,
]

/** The arguments of HEVC in high dynamic range. */
function hdr(transfer: string, range: 'limited' | 'full'): string[] {
  const scale = `scale=out_color_matrix=bt2020:out_range=${range === 'full' ? 'pc' : 'tv'}`
  return [
    ...['-vf', `lutrgb=r=val*0.7:g=val*0.7:b=val*0.7,${scale},format=yuv420p10`],
    ...['-color_range', range === 'full' ? 'pc' : 'tv'],
    ...x265(`colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc:range=${range}`),
  ]
}

const crops = [
  { x: 51, y: 33, width: 201, height: 151 },
  { x: 50, y: 33, width: 200, height: 150 },
  { x: 51, y: 32, width: 202, height: 152 },
  { x: 0, y: 0, width: 319, height: 239 },
]

const others: VideoCase[] = [
  ...crops.map((crop): VideoCase => ({
    ...sd,
    name: `a crop of ${Object.values(crop).join()}`,
    size: [320, 240],
    encode: h264('yuv420p', {}),
    format: 'yuv420p',
    clip: { crop, width: 150 },
  })),
  ...[
    [160, 121],
    [161, 120],
    [161, 121],
  ].flatMap(([width = 0, height = 0]): VideoCase[] =>
    ['yuv420p', 'yuv420p10le', 'yuva420p'].map((format) => ({
      ...sd,
      name: `${format} of ${width} by ${height} pixels`,
      size: [width, height],
      encode: [
        ...['-vf', `scale=${width}:${height},${format === 'yuva420p' ? `${fading},` : ''}format=${format}`],
        ...vp9,
      ],
      extension: 'webm',
      format,
      chroma: 'center',
      ...(format === 'yuva420p' && { input: ['-c:v', 'libvpx-vp9'] }),
      clip: {},
    })),
  ),
  {
    ...sd,
    name: 'ProRes 4444 with alpha',
    size: [320, 240],
    encode: ['-vf', `${fading},format=yuva444p10`, '-c:v', 'prores_ks', '-profile:v', '4444'],
    extension: 'mov',
    format: 'yuva444p12le',
    clip: { width: 160 },
  },
  {
    ...sd,
    name: 'lossless RGB, scaled',
    size: [320, 240],
    encode: ['-vf', 'format=gbrp', '-c:v', 'ffv1'],
    extension: 'mkv',
    format: 'gbrp',
    isFullRange: true,
    clip: { width: 160 },
  },
  ...(['smpte2084', 'arib-std-b67'] as const).flatMap((transfer): VideoCase[] =>
    (['limited', 'full'] as const).map((range) => ({
      ...sd,
      name: `${transfer}, ${range} range`,
      size: [320, 240],
      encode: hdr(transfer, range),
      format: 'yuv420p10le',
      matrix: 'bt2020',
      isFullRange: range === 'full',
      transfer: transfer === 'smpte2084' ? 'pq' : 'hlg',
      clip: { width: 160 },
    })),
  ),
]

describe('frames have the colors of the standards, in every form', () => {
  for (const testCase of [...tagged(), ...others]) test(testCase.name, (t) => checkVideo(t, testCase))
})
