import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Provides Chinese, Japanese and Korean letters from a font of the machine: shipping them would take 90 MB. Without
 * such a font they are shown as boxes.
 */

const folder = '/usr/share/fonts'
const maxDepth = 5

/** File names in Debian and elsewhere, the best first. */
const known = [
  /^NotoSansCJK(jp)?-Bold\.(ttc|otf)$/,
  /^(Noto|Source)(Sans|HanSans)(JP|CJK)?-?Bold\.(ttc|otf|ttf)$/,
  /^NotoSansCJK.*\.(ttc|otf)$/,
  /^wqy-(zenhei|microhei)\.ttc$/,
  /^DroidSansFallback(Full)?\.ttf$/,
  /^(ipag|ipagp|fonts-japanese-gothic)\.(ttf|otf)$/,
]

/** A font of the machine; its id changes with the file. */
export type SystemFont = { path: string; id: string }

let found: SystemFont | null | undefined

/** Returns the font that has them; searched for once. */
export function systemFont(): SystemFont | null {
  found ??= findFont()
  return found
}

function findFont(): SystemFont | null {
  const files = filesIn(folder, maxDepth)
  for (const pattern of known) {
    const path = files.find((file) => pattern.test(file.slice(file.lastIndexOf('/') + 1)))
    if (path === undefined) continue
    const facts = `${path.slice(path.lastIndexOf('/'))} ${statSync(path).size}`
    return { path, id: createHash('sha256').update(facts).digest('hex').slice(0, 8) }
  }
  return null
}

function filesIn(path: string, depth: number): string[] {
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch {
    // There are no readable fonts.
    return []
  }
  return entries
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = join(path, entry.name)
      return entry.isDirectory() ? (depth > 0 ? filesIn(inside, depth - 1) : []) : [inside]
    })
}

/** HarfBuzz with the font in its memory. */
type OpenFont = {
  memory: WebAssembly.Memory
  call: (name: string, ...numbers: number[]) => number
  face: number
}

const writable = 1

/** An open font takes twice the memory of its file, so it is closed after this time without use. */
const keepOpenMs = 5000

let open: Promise<OpenFont> | undefined
let closing: NodeJS.Timeout | undefined

/** Returns the font reduced to the characters of a range, by HarfBuzz in WebAssembly: always the same bytes. */
export async function readSystemPart(
  font: SystemFont,
  [first, last]: readonly [number, number],
): Promise<Uint8Array> {
  clearTimeout(closing)
  closing = setTimeout(() => (open = undefined), keepOpenMs).unref()
  open ??= openFont(font)
  const { memory, call, face } = await open
  const input = call('hb_subset_input_create_or_fail')
  const characters = call('hb_subset_input_unicode_set', input)
  for (let character = first; character <= last; character += 1) call('hb_set_add', characters, character)
  const subset = call('hb_subset_or_fail', face, input)
  if (subset === 0) throw new Error('the font of the machine cannot be divided')
  const blob = call('hb_face_reference_blob', subset)
  const [start, length] = [call('hb_blob_get_data', blob, 0), call('hb_blob_get_length', blob)]
  const bytes = new Uint8Array(memory.buffer).slice(start, start + length)
  call('hb_blob_destroy', blob)
  call('hb_face_destroy', subset)
  call('hb_subset_input_destroy', input)
  return bytes
}

async function openFont({ path }: SystemFont): Promise<OpenFont> {
  const wasm = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')
  const instance = new WebAssembly.Instance(new WebAssembly.Module(await readFile(wasm)), {})
  const exported = instance.exports as { memory: WebAssembly.Memory }
  const functions = instance.exports as unknown as Record<string, (...numbers: number[]) => number>
  const call: OpenFont['call'] = (name, ...numbers) => functions[name]?.(...numbers) ?? 0
  call('_initialize')
  const font = await readFile(path)
  const at = call('malloc', font.length)
  new Uint8Array(exported.memory.buffer).set(font, at)
  // A collection begins with the font for Japanese.
  const face = call('hb_face_create', call('hb_blob_create', at, font.length, writable, 0, 0), 0)
  return { memory: exported.memory, call, face }
}
