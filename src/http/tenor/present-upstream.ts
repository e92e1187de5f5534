import type { UpstreamFile, UpstreamGif } from '../../catalogue/upstream.ts'
import { formatsOf, type MediaFormat } from './media-formats.ts'
import { resultTail, writeMediaFormat, writeResultHead } from './write-result.ts'

/** The kinds of files by size, largest first. */
const families = {
  preview: ['preview', 'tinygifpreview', 'nanogifpreview'],
  webp: ['webp', 'tinywebp', 'nanowebp'],
  webm: ['webm', 'tinywebm', 'nanowebm'],
  mp4: ['mp4', 'tinymp4', 'nanomp4'],
  gif: ['gif', 'tinygif', 'nanogif'],
} as const

type Family = keyof typeof families
const familyNames = Object.keys(families) as Family[]

/** The substitutes for a kind of file that the upstream server lacks. */
const substitutes: Readonly<Record<Family, readonly Family[]>> = {
  preview: ['preview', 'gif'],
  webp: ['webp', 'gif'],
  webm: ['webm', 'mp4', 'gif'],
  mp4: ['mp4', 'webm', 'gif'],
  gif: ['gif'],
}

/**
 * The JSON of an upstream GIF as a result, with the formats at `parts`, or all that a GIF of this server has: the next
 * larger format replaces one that is missing upstream. It has no page here, so it gets the address of its file.
 */
export function presentUpstream(gif: UpstreamGif, parts: readonly number[] | undefined): string {
  const formats = formatsOf({ hasAlpha: gif.isSticker }).filter((_, place) => parts?.includes(place) ?? true)
  const head = writeResultHead({
    id: gif.id,
    title: gif.title,
    description: gif.description === '' ? gif.title : gif.description,
    createdAt: gif.createdAt,
    page: gif.files.get('gif')?.url ?? '',
    tagsJson: JSON.stringify(gif.tags),
    isSticker: gif.isSticker,
    isStill: false,
  })
  const files = formats.flatMap((format) => {
    const file = fileFor(gif, format)
    return file === undefined
      ? []
      : [writeMediaFormat(format, JSON.stringify(file.url), file, file.durationMs)]
  })
  return head + files.join(',') + resultTail
}

function fileFor({ files }: UpstreamGif, format: MediaFormat): UpstreamFile | undefined {
  const own = files.get(format)
  if (own !== undefined) return own
  const size = format.startsWith('tiny') ? 1 : format.startsWith('nano') ? 2 : 0
  const family = familyNames.find((name) => format.includes(name)) ?? 'gif'
  for (const name of substitutes[family]) {
    const sizes = families[name]
    const larger = sizes.slice(0, size + 1).toReversed()
    for (const other of [...larger, ...sizes.slice(size + 1)]) {
      const file = files.get(other)
      if (file !== undefined) return file
    }
  }
  return undefined
}
