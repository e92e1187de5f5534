import { giphyImages } from '../src/http/giphy/image-renditions.ts'
import { mediaFormats } from '../src/http/tenor/media-formats.ts'
import { mainRenditions, type RenditionName, renditionNames, renditions } from '../src/media/rendition.ts'
import { resolveRendition } from '../src/media/resolve-rendition.ts'

/** The size of the example GIF in the column "until then". */
const example = { width: 480, height: 270, frames: 75, durationMs: 5000, hasAlpha: true }
const exampleBytes = { gif: 2_600_000, mp4: 300_000, webp: 700_000, thumb: 20_000 }

/** The rows of the table of docs/renditions.md, its head first: every file that a GIF can be served as, with its keys in the compatible interfaces. */
export function renditionsTable(): string[][] {
  const tenor = keysByRendition(Object.entries(mediaFormats))
  const giphy = keysByRendition(
    Object.entries(giphyImages).flatMap(([key, files]) =>
      Object.entries(files).map(([field, name]): [string, RenditionName] => [`${key}.${field}`, name]),
    ),
  )
  const rows = renditionNames.map((name) => {
    const { file, codec, maxBytes, alphaOnly, made } = renditions[name]
    return [
      `\`${name}\``,
      `\`${file}\``,
      typeNames[codec],
      sizeOf(name),
      framesOf(name),
      [maxBytes === null ? '' : humanBytes(maxBytes), alphaOnly ? 'transparent GIFs only' : '']
        .filter((text) => text !== '')
        .join('; '),
      { always: 'with the GIF', 'with-gif': 'with the GIF', later: 'in the background' }[made],
      standIn(name),
      keys(tenor.get(name)),
      keys(giphy.get(name)),
    ]
  })
  const head = [
    'rendition',
    'file',
    'type',
    'size',
    'frames',
    'limit',
    'made',
    'until then',
    'Tenor v2',
    'GIPHY v1',
  ]
  return [head, ...rows]
}

const typeNames = { gif: 'GIF', h264: 'MP4', vp9: 'WebM', webp: 'WebP', jpeg: 'JPEG' } as const

function sizeOf(name: RenditionName): string {
  const { box, isRougher } = renditions[name]
  if (box === null) return isRougher ? 'the GIF’s, rougher' : 'the GIF’s'
  if (!Number.isFinite(box.height)) return `${box.width} wide`
  return Number.isFinite(box.width) ? `within ${box.width} × ${box.height}` : `${box.height} high`
}

function framesOf(name: RenditionName): string {
  return { all: 'all', six: 'six', start: '2 s', first: 'still' }[renditions[name].frames]
}

function standIn(name: RenditionName): string {
  if (renditions[name].made !== 'later') return ''
  const there = renditionNames.filter((each) => renditions[each].made !== 'later')
  const main: readonly string[] = mainRenditions
  const files = there.map((each) => {
    const { box } = renditions[each]
    const scale = box === null ? 1 : Math.min(1, box.width / example.width, box.height / example.height)
    const [width, height] = [example.width, example.height].map((side) => Math.round(side * scale))
    const bytes = main.includes(each) ? exampleBytes[each as keyof typeof exampleBytes] : 400_000
    return [each, { width, height, bytes, frames: renditions[each].frames === 'first' ? 1 : example.frames }]
  })
  const gif = { ...example, renditions: Object.fromEntries(files) }
  return `\`${resolveRendition(gif, name).name}\``
}

function keysByRendition(pairs: [string, RenditionName][]): Map<RenditionName, string[]> {
  const byName = new Map<RenditionName, string[]>()
  for (const [key, name] of pairs) byName.set(name, [...(byName.get(name) ?? []), key])
  return byName
}

function keys(names: readonly string[] = []): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

function humanBytes(bytes: number): string {
  return bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes / 1000} KB`
}
