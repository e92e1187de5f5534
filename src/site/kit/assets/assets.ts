import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type BuildOptions, buildSync } from 'esbuild'
import { isLanguage, type Language } from '../../messages/languages.ts'
import type { ContentEncoding } from '../../../http/plugins/content-encoding.ts'

export type Asset = {
  path: string
  contentType: string
  /** The file uncompressed and compressed, each with its own entity tag. */
  forms: Record<ContentEncoding, { bytes: Buffer; etag: string }>
  /** Whether its format is compressed in itself: all forms are the file. */
  isCompressed?: true
  /** Headers of its own. */
  headers?: Record<string, string>
}

/** A worker has a policy of its own: this one compiles the encoder's WebAssembly. */
const workerHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
}

/** A page loads the bundle of the kit and that of its feature. */
export type Feature =
  | 'browse'
  | 'gif'
  | 'collections'
  | 'maker'
  | 'account'
  | 'notices'
  | 'admin'
  | 'developers'
  | 'import'
  | 'tools'

export type Bundle = { style: Asset; script: Asset }

/**
 * Modules that the pages of a feature load once they are needed, by `import()` or as a worker: each is bundled by itself,
 * from the file of the feature that is named here. See kit/client/lazy-module.ts.
 */
const lazyEntries = {
  maker: {
    finished: 'client/finished/main.ts',
    record: 'client/record/main.ts',
    preview: 'client/preview/main.ts',
    layers: 'client/layers/main.ts',
  },
} as const satisfies Partial<Record<Feature, Record<string, string>>>

type LazyEntries = typeof lazyEntries

/** The lazily loaded modules of a feature, by name. */
export type LazyModules = { [F in keyof LazyEntries]: Record<keyof LazyEntries[F], Asset> }

export type Assets = {
  bundles: Record<'kit' | Feature, Bundle>
  lazy: LazyModules
  /** All that the frame of an embedded GIF loads. */
  embedStyle: Asset
  /** The same of an embedded collection. */
  collectionEmbedStyle: Asset
  /** The element for pages anywhere, a module, in English; it has a lasting address besides: `/picker.js`. */
  picker: Asset
  /** What the picker as a frame loads: one script, which a sandboxed frame can load, too. */
  pickerFrame: Bundle
  mark: Asset
  /** Of the installed site: PNG files, since not every system takes an SVG. */
  icons: Record<'small' | 'large' | 'maskable' | 'touch', Asset>
  /** See maker/client/share/share-worker.ts. It is served under a lasting address. */
  shareWorker: Asset
  /** The worker of the maker's preview, see maker/client/preview, and what it loads to read videos. */
  previewWorker: Asset
  previewDemuxer: Asset
  /** Reads, edits and writes GIFs beside the page of the tools. */
  toolsWorker: Asset
  /** What makes an MP4 and a WebP of the GIF there, each loaded when it is asked for. */
  toolsConverters: Record<'mp4' | 'webp', Asset>
  firstGif: Asset
}

/** What is the same in all languages. */
type SharedFiles = Omit<Assets, 'bundles' | 'lazy' | 'pickerFrame'>

const names = [
  'kit',
  'browse',
  'gif',
  'collections',
  'maker',
  'account',
  'notices',
  'admin',
  'developers',
  'import',
  'tools',
] as const satisfies readonly ('kit' | Feature)[]

/** The element brings its style along. */
const stylesAsText: BuildOptions = {
  loader: { '.css': 'text' },
  logOverride: { 'empty-import-meta': 'silent' },
}

/** By convention the style of a feature is `NAME.css` in its folder. */
const styles = lazily(mapNames((name) => () => toStyle(`${name}.css`, `${name}/${name}.css`)))

const sharedFiles = lazily<SharedFiles>({
  embedStyle: () => toStyle('embed.css', 'gif/embed.css'),
  collectionEmbedStyle: () => toStyle('collection-embed.css', 'collections/embed.css'),
  picker: () => toScript('picker.js', 'picker/client/main.ts', { format: 'esm', ...stylesAsText }),
  mark: () => toAsset('mark.svg', 'image/svg+xml', readFileSync(fileOf('kit/assets/mark.svg'))),
  icons: () => ({
    small: toIcon('icon-192.png'),
    large: toIcon('icon-512.png'),
    maskable: toIcon('maskable-512.png'),
    touch: toIcon('touch-180.png'),
  }),
  toolsWorker: () =>
    toScript('tools-worker.js', 'tools/client/worker/main.ts', { format: 'iife' }, workerHeaders),
  toolsConverters: () => lazily({ mp4: () => toConverter('mp4'), webp: () => toConverter('webp') }),
  shareWorker: () => toScript('share-worker.js', 'maker/client/share/share-worker.ts', { format: 'iife' }),
  previewWorker: () =>
    toScript('preview-worker.js', 'maker/client/preview/worker/main.ts', { format: 'esm' }, workerHeaders),
  previewDemuxer: () =>
    toScript('preview-demuxer.js', 'maker/client/preview/demux/main.ts', { format: 'esm' }),
  firstGif: () => toAsset('first-gif.svg', 'image/svg+xml', readFileSync(fileOf('browse/first-gif.svg'))),
})

const known = new Map<Language, Assets>()

/** Those that a page has named so far, by their paths. */
const served = new Map<string, Asset>()

/**
 * The files that pages in a language load. Each is bundled in memory when a page first names it, for most processes show few
 * of the pages. The hash of the content is part of the path, so browsers may cache a file forever.
 */
export function siteAssets(language: Language = 'en'): Assets {
  const assets = known.get(language) ?? assetsIn(language)
  known.set(language, assets)
  return assets
}

/**
 * The file at a path; undefined where there is none. The language of a script is in its name, so that a server which has not
 * shown a page in that language yet has it, too.
 */
export function findAsset(path: string): Asset | undefined {
  const language = /\.([a-z]{2})\.js$/.exec(path)?.[1] ?? ''
  const all = () => allAssets(siteAssets(isLanguage(language) ? language : 'en'))
  return served.get(path) ?? all().find((asset) => asset.path === path)
}

function assetsIn(language: Language): Assets {
  // package.json names the texts of each language under its condition.
  const options: BuildOptions = { format: 'esm', conditions: [language] }
  const bundles = mapNames((name) => () => ({
    style: styles[name],
    // By convention the script of a feature is `client/main.ts` in its folder.
    script: toScript(`${name}.${language}.js`, `${name}/client/main.ts`, options),
  }))
  const modulesOf = <F extends keyof LazyEntries>(feature: F) => {
    const makers = Object.entries(lazyEntries[feature]).map(([name, entry]) => [
      name,
      () => toScript(`${feature}-${name}.${language}.js`, `${feature}/${entry}`, options),
    ])
    return lazily<LazyModules[F]>(Object.fromEntries(makers) as Makers<LazyModules[F]>)
  }
  const frame = lazily<Pick<Assets, 'pickerFrame'>>({
    pickerFrame: () => ({
      style: toStyle('picker-frame.css', 'picker/picker.css'),
      script: toScript(`picker-frame.${language}.js`, 'picker/client/frame.ts', {
        ...options,
        ...stylesAsText,
        format: 'iife',
      }),
    }),
  })
  const own = { bundles: lazily(bundles), lazy: { maker: modulesOf('maker') } }
  const shared = Object.getOwnPropertyDescriptors(sharedFiles)
  return Object.defineProperties(own, { ...shared, ...Object.getOwnPropertyDescriptors(frame) }) as Assets
}

function mapNames<T>(make: (name: 'kit' | Feature) => T): Record<'kit' | Feature, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<'kit' | Feature, T>
}

type Makers<T> = { [Name in keyof T]: () => T[Name] }

/** An object each of whose values is made when it is first read. */
function lazily<T extends object>(makers: Makers<T>): T {
  const lazy = {} as T
  for (const name of Object.keys(makers) as (keyof T)[]) {
    let made: { value: T[typeof name] } | undefined
    const get = () => (made ??= { value: makers[name]() }).value
    Object.defineProperty(lazy, name, { get, enumerable: true })
  }
  return lazy
}

function toScript(name: string, entry: string, options: BuildOptions, headers?: Asset['headers']): Asset {
  return toAsset(name, 'text/javascript; charset=utf-8', bundle(entry, options), headers)
}

function toStyle(name: string, entry: string): Asset {
  return toAsset(name, 'text/css; charset=utf-8', bundle(entry, {}))
}

function toIcon(name: string): Asset {
  return toAsset(name, 'image/png', readFileSync(fileOf(`kit/assets/icons/${name}`)))
}

function toConverter(format: 'mp4' | 'webp'): Asset {
  return toScript(
    `tools-${format}.js`,
    `tools/client/convert/${format}/main.ts`,
    { format: 'iife' },
    workerHeaders,
  )
}

/** The assets as one list: all are made. */
function allAssets({ bundles, lazy, pickerFrame, icons, toolsConverters, ...others }: Assets): Asset[] {
  const all = [...Object.values(bundles), pickerFrame]
  return [
    ...all.flatMap(({ style, script }) => [style, script]),
    ...Object.values(lazy).flatMap((modules) => Object.values(modules)),
    ...Object.values(icons),
    ...Object.values(toolsConverters),
    ...Object.values(others),
  ]
}

function bundle(entry: string, options: BuildOptions): Buffer {
  const { outputFiles } = buildSync({
    entryPoints: [fileOf(entry)],
    bundle: true,
    minify: true,
    charset: 'utf8',
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

function toAsset(name: string, contentType: string, bytes: Buffer, headers?: Asset['headers']): Asset {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  // Compressed once it is asked for: most bundles of most languages never are.
  const lazyForm = (encoding: ContentEncoding, compress: () => Buffer) => {
    let form: Asset['forms'][ContentEncoding] | undefined
    return () => (form ??= { bytes: compress(), etag: `"${hash}-${encoding}"` })
  }
  const br = lazyForm('br', () => brotliCompressSync(bytes))
  const gzip = lazyForm('gzip', () => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }))
  const identity = lazyForm('identity', () => bytes)
  const asset: Asset = {
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
  served.set(asset.path, asset)
  return asset
}
