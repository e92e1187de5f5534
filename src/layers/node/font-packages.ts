import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FontFace, FontFile } from '../fonts/font-list.ts'
import { systemFace, systemParts } from '../fonts/system-parts.ts'
import { readSystemPart, systemFont } from './system-font.ts'
import { allFaces, type FontIndex, parseRanges } from '../fonts/font-index.ts'
import { withoutTable } from '../fonts/woff.ts'

/** Reads the fonts from their packages. */

const require = createRequire(import.meta.url)

let index: Promise<FontIndex> | undefined

/** Returns the files of every face; read once. */
export function fontIndex(): Promise<FontIndex> {
  index ??= readIndex()
  return index
}

/** Returns the bytes of a file of the index. Throws an Error for any other name. */
export async function readFont(name: string): Promise<Uint8Array> {
  const found = Object.entries(await fontIndex()).find(([, files]) =>
    files.some((file) => file.name === name),
  )
  if (found === undefined) throw new Error(`there is no font ${JSON.stringify(name)}`)
  const [range] = found[1].find((file) => file.name === name)?.ranges ?? []
  const system = systemFont()
  if (found[0] === systemFace && system !== null && range !== undefined) return readSystemPart(system, range)
  const bytes = await readFile(join(folderOf(found[0]), 'files', name))
  // The engine uses the other of the two forms of its pictures: this one would only take space.
  return name.endsWith('.woff') ? withoutTable(bytes, 'SVG ') : bytes
}

/** Returns the license text of each face, by its name. */
export async function readFontLicenses(): Promise<Map<string, string>> {
  const texts = allFaces().map(
    async ({ name }) => [name, await readFile(join(folderOf(name), 'LICENSE'), 'utf8')] as const,
  )
  return new Map(await Promise.all(texts))
}

/** Returns the version of the package of each face, and the id of the machine's font. */
export function fontVersions(): string[] {
  const versions = allFaces().map(
    ({ name }) => (require(`@fontsource/${name}/package.json`) as { version: string }).version,
  )
  return [...versions, systemFont()?.id ?? '']
}

async function readIndex(): Promise<FontIndex> {
  const faces = allFaces().map(async (face) => [face.name, await filesOf(face)] as const)
  const system = systemFont()
  const parts = system === null ? {} : { [systemFace]: systemParts(system.id) }
  return { ...Object.fromEntries(await Promise.all(faces)), ...parts }
}

async function filesOf({ name, weight, parts }: FontFace): Promise<FontFile[]> {
  const ranges = JSON.parse(await readFile(join(folderOf(name), 'unicode.json'), 'utf8')) as Record<
    string,
    string
  >
  return (parts ?? Object.keys(ranges)).map((part) => {
    const range = ranges[part]
    if (range === undefined) throw new Error(`the font ${name} has no part ${part}`)
    const isColor = parts === null
    return {
      name: `${name}-${part.replaceAll(/[[\]]/g, '')}-${weight}-normal.${isColor ? 'woff' : 'woff2'}`,
      ranges: parseRanges(range),
    }
  })
}

function folderOf(name: string): string {
  return dirname(require.resolve(`@fontsource/${name}/package.json`))
}
