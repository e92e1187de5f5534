const maxDepth = 12
const maxValues = 5000

/** The fields of a schema.org VideoObject that are used. */
export type JsonLdVideo = { url: string; type: string; name: string | null }

/** Finds every VideoObject with a `contentUrl` in a JSON-LD script, at any depth. Returns none for invalid JSON. */
export function findJsonLdVideos(script: string): JsonLdVideo[] {
  const videos: JsonLdVideo[] = []
  let seen = 0
  const walk = (value: unknown, depth: number): void => {
    seen += 1
    if (!isObject(value) || depth > maxDepth || seen > maxValues) return
    const { contentUrl, encodingFormat, name } = value
    if (isVideoObject(value['@type']) && typeof contentUrl === 'string') {
      videos.push({ url: contentUrl, type: textOf(encodingFormat) ?? '', name: textOf(name) })
    }
    for (const part of Object.values(value)) walk(part, depth + 1)
  }
  walk(parse(script), 0)
  return videos
}

function parse(script: string): unknown {
  try {
    return JSON.parse(script)
  } catch {
    return null
  }
}

function isVideoObject(type: unknown): boolean {
  const types: unknown[] = Array.isArray(type) ? type : [type]
  return types.some((name) => typeof name === 'string' && /(?:^|[/:#])VideoObject$/.test(name))
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
