import { type TProperties, Type } from 'typebox'
import { Compile } from 'typebox/schema'
import { type UpstreamFile, upstreamFormats, type UpstreamGif } from '../../../catalogue/upstream.ts'

const maxTextLength = 500
const maxTags = 20
const maxUrlLength = 2000
const maxSide = 10_000
const maxSeconds = 3600

const object = (properties: TProperties) => Type.Object(properties)

const isAnswer = Compile(object({ results: Type.Array(Type.Unknown(), { maxItems: 100 }) }))
const isResult = Compile(
  object({
    id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
    media_formats: Type.Record(Type.String(), Type.Unknown()),
  }),
)
const isFile = Compile(
  object({
    url: Type.String({ pattern: '^https?://', maxLength: maxUrlLength }),
    dims: Type.Array(Type.Number({ minimum: 1, maximum: maxSide }), { minItems: 2, maxItems: 2 }),
  }),
)

/**
 * Reads an answer of `search` or `featured`: malformed results are omitted, texts are cut, and unknown formats ignored.
 * Returns null if it is not such an answer. `next` is '' at the end.
 */
export function readResults(answer: unknown): { gifs: UpstreamGif[]; next: string } | null {
  if (!isAnswer.Check(answer)) return null
  const { results, next } = answer as { results: unknown[]; next?: unknown }
  const gifs = results.map(readGif).filter((gif) => gif !== null)
  return { gifs, next: typeof next === 'string' && next.length <= maxTextLength ? next : '' }
}

function readGif(result: unknown): UpstreamGif | null {
  if (!isResult.Check(result)) return null
  const values = result as Record<string, unknown> & { id: string; media_formats: Record<string, unknown> }
  const files = new Map<string, UpstreamFile>()
  for (const format of upstreamFormats) {
    const file = readFile(values.media_formats[format])
    if (file !== null) files.set(format, file)
  }
  if (!files.has('gif')) return null
  const flags = values.flags
  return {
    id: values.id,
    title: readText(values.title),
    description: readText(values.content_description),
    tags: Array.isArray(values.tags) ? values.tags.slice(0, maxTags).map(readText).filter(Boolean) : [],
    createdAt: readNumber(values.created, Number.MAX_SAFE_INTEGER / 1000) * 1000,
    isSticker: Array.isArray(flags) && flags.includes('sticker'),
    files,
  }
}

function readFile(value: unknown): UpstreamFile | null {
  if (!isFile.Check(value)) return null
  const { url, dims, duration, size } = value as Record<string, unknown> & { url: string; dims: number[] }
  return {
    url,
    width: Math.round(dims[0] ?? 1),
    height: Math.round(dims[1] ?? 1),
    durationMs: Math.round(readNumber(duration, maxSeconds) * 1000),
    bytes: Math.round(readNumber(size, Number.MAX_SAFE_INTEGER)),
  }
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, maxTextLength).toWellFormed() : ''
}

function readNumber(value: unknown, max: number): number {
  return typeof value === 'number' && value >= 0 && value <= max ? value : 0
}
