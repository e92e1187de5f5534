import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentEncodings } from '../../../http/plugins/content-encoding.ts'
import { engineFolder, engineVersion, readEngineLicense } from '../../../layers/node/open-engine.ts'
import { fontIndex, fontVersions, readFont, readFontLicenses } from '../../../layers/node/font-packages.ts'
import type { Asset } from './make-asset.ts'

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** A higher quality takes seconds for the engine and saves little. */
const brotliQuality = 6

const engineFiles: ReadonlyMap<string, string> = new Map([
  ['canvaskit.js', 'text/javascript; charset=utf-8'],
  ['canvaskit.wasm', 'application/wasm'],
])

const hash = createHash('sha256')
  .update(JSON.stringify([engineVersion(), fontVersions()]))
  .digest('hex')
  .slice(0, 12)

/** The folder of the files below, with the versions of their packages in its name: browsers may cache them forever. */
export const layerFolder = `/static/layers-${hash}/`

const loaded = new Map<string, Promise<Asset | null>>()

/**
 * A file that browsers need to draw layers: the engine, the font index, a font, or the license texts; null for any
 * other name. Each is read and compressed on first request.
 */
export function layerFile(name: string): Promise<Asset | null> {
  const known = loaded.get(name)
  if (known !== undefined) return known
  const asset = load(name)
  // Stored at once: many may request the same file simultaneously, and compressing it takes seconds.
  loaded.set(name, asset)
  const forget = () => loaded.delete(name)
  // Unknown names are untrusted and must not fill the memory.
  asset.then((found) => found === null && forget(), forget)
  return asset
}

async function load(name: string): Promise<Asset | null> {
  const type = engineFiles.get(name)
  if (type !== undefined) return toAsset(name, type, await readEngineFile(name))
  if (name === 'licenses.txt') return toAsset(name, 'text/plain; charset=utf-8', await readLicenses())
  const index = await fontIndex()
  if (name === 'fonts.json') return toAsset(name, 'application/json', Buffer.from(JSON.stringify(index)))
  const isFont = Object.values(index).some((files) => files.some((file) => file.name === name))
  if (!isFont) return null
  // Font files are already compressed.
  return plainAsset(name, fontType(name), Buffer.from(await readFont(name)))
}

function fontType(name: string): string {
  return name.endsWith('.woff2') ? 'font/woff2' : name.endsWith('.woff') ? 'font/woff' : 'font/otf'
}

/** Reads a file of the engine. Its script only declares its function; as a module it must export it. */
async function readEngineFile(name: string): Promise<Buffer> {
  const bytes = await readFile(join(engineFolder(), name))
  return name.endsWith('.js')
    ? Buffer.concat([bytes, Buffer.from('\nexport default CanvasKitInit\n')])
    : bytes
}

async function readLicenses(): Promise<Buffer> {
  const fonts = [...(await readFontLicenses())].map(([name, text]) => [`The font ${name}`, text] as const)
  const texts = [['CanvasKit, which draws texts and pictures', await readEngineLicense()] as const, ...fonts]
  return Buffer.from(texts.map(([title, text]) => `${title}\n\n${text.trim()}\n`).join('\n\n'))
}

function plainAsset(name: string, contentType: string, bytes: Buffer): Asset {
  const form = { bytes, etag: etagOf(bytes) }
  return {
    path: layerFolder + name,
    contentType,
    forms: { br: form, gzip: form, identity: form },
    isCompressed: true,
  }
}

async function toAsset(name: string, contentType: string, bytes: Buffer): Promise<Asset> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  const packed = {
    br: await compressors.br(bytes, { params }),
    gzip: await compressors.gzip(bytes),
    identity: bytes,
  }
  const forms = contentEncodings.map((encoding) => [
    encoding,
    { bytes: packed[encoding], etag: etagOf(packed[encoding]) },
  ])
  return {
    path: layerFolder + name,
    contentType,
    forms: Object.fromEntries(forms) as Asset['forms'],
  }
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
}
