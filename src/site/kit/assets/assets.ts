import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type BuildOptions, buildSync } from 'esbuild'
import type { ContentEncoding } from '../../../http/plugins/content-encoding.ts'

export type Asset = {
  path: string
  contentType: string
  /** The file as it is and compressed, each with a tag of its own. */
  forms: Record<ContentEncoding, { bytes: Buffer; etag: string }>
}

/** `script` is on every page, the other scripts on the pages they are named for, `embedStyle` on the frame of a GIF alone. */
export type Assets = {
  script: Asset
  create: Asset
  apiReference: Asset
  style: Asset
  embedStyle: Asset
  mark: Asset
  firstGif: Asset
}

let built: Assets | undefined

/**
 * What pages load, made in memory from the features' scripts and styles when first asked for. The hash of the bytes is in the
 * path, so a file may be kept for ever. Throws when the sources cannot be bundled.
 */
export function siteAssets(): Assets {
  built ??= {
    script: toAsset(
      'site.js',
      'text/javascript; charset=utf-8',
      bundle('kit/client/main.ts', { format: 'esm' }),
    ),
    create: toAsset(
      'create.js',
      'text/javascript; charset=utf-8',
      bundle('maker/client/main.ts', { format: 'esm' }),
    ),
    apiReference: toAsset(
      'api-reference.js',
      'text/javascript; charset=utf-8',
      bundle('developers/client/main.ts', { format: 'esm' }),
    ),
    style: toAsset('site.css', 'text/css; charset=utf-8', bundle('kit/styles/site.css', {})),
    embedStyle: toAsset('embed.css', 'text/css; charset=utf-8', bundle('gif/embed.css', {})),
    mark: toAsset('mark.svg', 'image/svg+xml', readFileSync(fileOf('kit/assets/mark.svg'))),
    firstGif: toAsset('first-gif.svg', 'image/svg+xml', readFileSync(fileOf('browse/first-gif.svg'))),
  }
  return built
}

function bundle(entry: string, options: BuildOptions): Buffer {
  const { outputFiles } = buildSync({
    entryPoints: [fileOf(entry)],
    bundle: true,
    minify: true,
    write: false,
    target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
    logLevel: 'silent',
    ...options,
  })
  const [output] = outputFiles ?? []
  if (output === undefined) throw new Error(`nothing came of ${entry}`)
  return Buffer.from(output.contents)
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(`../../${name}`, import.meta.url))
}

function toAsset(name: string, contentType: string, bytes: Buffer): Asset {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const form = (encoding: ContentEncoding, bytes: Buffer) => ({ bytes, etag: `"${hash}-${encoding}"` })
  return {
    path: `/static/${hash}/${name}`,
    contentType,
    forms: {
      br: form('br', brotliCompressSync(bytes)),
      gzip: form('gzip', gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION })),
      identity: form('identity', bytes),
    },
  }
}
