import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type BuildOptions, buildSync } from 'esbuild'
import type { ContentEncoding } from '../../../http/plugins/content-encoding.ts'

export type Asset = {
  path: string
  contentType: string
  /** The file uncompressed and compressed, each with its own entity tag. */
  forms: Record<ContentEncoding, { bytes: Buffer; etag: string }>
}

/** A page loads the bundle of the kit and that of its feature. */
export type Feature = 'browse' | 'gif' | 'maker' | 'account' | 'notices' | 'admin' | 'developers' | 'import'

export type Bundle = { style: Asset; script: Asset }

export type Assets = {
  bundles: Record<'kit' | Feature, Bundle>
  /** All that the frame of an embedded GIF loads. */
  embedStyle: Asset
  /** The element for pages anywhere, a module; it has a lasting address besides: `/picker.js`. */
  picker: Asset
  /** What the picker as a frame loads: one script, which a sandboxed frame can load, too. */
  pickerFrame: Bundle
  mark: Asset
  /** Of the installed site: PNG files, since not every system takes an SVG. */
  icons: Record<'small' | 'large' | 'maskable' | 'touch', Asset>
  /** See maker/client/share/share-worker.ts. It is served under a lasting address. */
  shareWorker: Asset
  firstGif: Asset
}

let built: Assets | undefined

/**
 * The files that pages load, bundled in memory on first use. The hash of the content is part of the path, so browsers
 * may cache a file forever. Throws when the sources cannot be bundled.
 */
export function siteAssets(): Assets {
  built ??= {
    bundles: {
      kit: bundleOf('kit'),
      browse: bundleOf('browse'),
      gif: bundleOf('gif'),
      maker: bundleOf('maker'),
      account: bundleOf('account'),
      notices: bundleOf('notices'),
      admin: bundleOf('admin'),
      developers: bundleOf('developers'),
      import: bundleOf('import'),
    },
    embedStyle: toStyle('embed.css', 'gif/embed.css'),
    picker: toScript('picker.js', 'picker/client/main.ts', { format: 'esm', ...stylesAsText }),
    pickerFrame: {
      style: toStyle('picker-frame.css', 'picker/picker.css'),
      script: toScript('picker-frame.js', 'picker/client/frame.ts', { format: 'iife', ...stylesAsText }),
    },
    mark: toAsset('mark.svg', 'image/svg+xml', readFileSync(fileOf('kit/assets/mark.svg'))),
    icons: {
      small: toIcon('icon-192.png'),
      large: toIcon('icon-512.png'),
      maskable: toIcon('maskable-512.png'),
      touch: toIcon('touch-180.png'),
    },
    shareWorker: toScript('share-worker.js', 'maker/client/share/share-worker.ts', { format: 'iife' }),
    firstGif: toAsset('first-gif.svg', 'image/svg+xml', readFileSync(fileOf('browse/first-gif.svg'))),
  }
  return built
}

/** By convention a feature's style is `NAME.css` in its folder, its script `client/main.ts`. */
function bundleOf(name: 'kit' | Feature): Bundle {
  return {
    style: toStyle(`${name}.css`, `${name}/${name}.css`),
    script: toScript(`${name}.js`, `${name}/client/main.ts`, { format: 'esm' }),
  }
}

/** The element brings its style along. */
const stylesAsText: BuildOptions = {
  loader: { '.css': 'text' },
  logOverride: { 'empty-import-meta': 'silent' },
}

function toScript(name: string, entry: string, options: BuildOptions): Asset {
  return toAsset(name, 'text/javascript; charset=utf-8', bundle(entry, options))
}

function toStyle(name: string, entry: string): Asset {
  return toAsset(name, 'text/css; charset=utf-8', bundle(entry, {}))
}

function toIcon(name: string): Asset {
  return toAsset(name, 'image/png', readFileSync(fileOf(`kit/assets/icons/${name}`)))
}

/** The assets as one list, to be served. */
export function allAssets({ bundles, pickerFrame, icons, ...others }: Assets): Asset[] {
  const all = [...Object.values(bundles), pickerFrame]
  return [
    ...all.flatMap(({ style, script }) => [style, script]),
    ...Object.values(icons),
    ...Object.values(others),
  ]
}

function bundle(entry: string, options: BuildOptions): Buffer {
  const { outputFiles } = buildSync({
    entryPoints: [fileOf(entry)],
    bundle: true,
    minify: true,
    write: false,
    target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
    logLevel: 'silent',
    // Leaves out the texts that only the server shows: src/options/server-text.ts.
    define: { 'import.meta.inBrowser': 'true' },
    ...options,
  })
  const [output] = outputFiles ?? []
  if (output === undefined) throw new Error(`bundling ${entry} produced no file`)
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
