import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type BuildOptions, type BuildResult, buildSync, stop } from 'esbuild'
import type { ContentEncoding } from '../../../http/plugins/content-encoding.ts'

export type Asset = {
  path: string
  contentType: string
  /** The file uncompressed and compressed, each with its own entity tag. */
  forms: Record<ContentEncoding, { bytes: Buffer; etag: string }>
  /** True if the format is already compressed, so that all forms are the file itself. */
  isCompressed?: true
  /** Additional headers. */
  headers?: Record<string, string>
}

/** Bundles a module or a style for browsers. `entry` is its path in `src/site`. */
export function bundle(entry: string, options: BuildOptions): Buffer {
  const { outputFiles } = build({
    entryPoints: [fileOf(entry)],
    bundle: true,
    minify: true,
    charset: 'utf8',
    write: false,
    target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
    logLevel: 'silent',
    // Leaves out texts that only the server shows; see src/options/server-text.ts.
    define: { 'import.meta.inBrowser': 'true' },
    ...options,
  })
  const [output] = outputFiles ?? []
  if (output === undefined) throw new Error(`bundling ${entry} produced no file`)
  return Buffer.from(output.contents)
}

/** Builds with esbuild. Starts its process again if it was killed, as by the kernel when memory is short. */
function build(options: BuildOptions): BuildResult {
  try {
    return buildSync(options)
  } catch (error) {
    if (!(error instanceof Error && /^The service (?:is no longer running|was stopped)/.test(error.message)))
      throw error
    void stop()
    return buildSync(options)
  }
}

/** Reads a file to serve unchanged. `name` is its path in `src/site`. */
export function readSiteFile(name: string): Buffer {
  return readFileSync(fileOf(name))
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(`../../${name}`, import.meta.url))
}

/** Makes a file with the hash of its content in its path. */
export function toAsset(name: string, contentType: string, bytes: Buffer, headers?: Asset['headers']): Asset {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  // Compressed on first request: most bundles of most languages are never requested.
  const lazyForm = (encoding: ContentEncoding, compress: () => Buffer) => {
    let form: Asset['forms'][ContentEncoding] | undefined
    return () => (form ??= { bytes: compress(), etag: `"${hash}-${encoding}"` })
  }
  const br = lazyForm('br', () => brotliCompressSync(bytes))
  const gzip = lazyForm('gzip', () => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }))
  const identity = lazyForm('identity', () => bytes)
  return {
    path: `/static/${hash}/${name}`,
    contentType,
    forms: {
      get br() {
        return br()
      },
      get gzip() {
        return gzip()
      },
      get identity() {
        return identity()
      },
    },
    ...(headers && { headers }),
  }
}
