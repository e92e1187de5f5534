import type { BuildOptions } from 'esbuild'
import { isLanguage, type Language } from '../../messages/languages.ts'
import { type Asset, bundle, readSiteFile, toAsset } from './make-asset.ts'

/** The headers of a worker, which has its own policy: it may compile the encoder's WebAssembly. */
const workerHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
}

/** The features with a bundle. A page loads the bundle of the kit and that of its feature. */
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
 * The modules that the pages of a feature load on demand, by `import()` or as a worker. Each is bundled separately from
 * the file named here. See `moduleAddress`.
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
  /** The style of an embedded GIF, which is all its frame loads. */
  embedStyle: Asset
  /** The style of an embedded collection, which is all its frame loads. */
  collectionEmbedStyle: Asset
  /** The module of the picker element in English, for any page; also served at the stable address `/picker.js`. */
  picker: Asset
  /** The files of the picker's frame. Its one script also loads in a sandboxed frame. */
  pickerFrame: Bundle
  mark: Asset
  /** The icons of the installed site. They are PNG files, since not every system accepts SVG. */
  icons: Record<'small' | 'large' | 'maskable' | 'touch', Asset>
  /** The worker for shared sources, served at a stable address; see maker/client/share/share-worker.ts. */
  shareWorker: Asset
  /** The worker of the maker's preview; see maker/client/preview. */
  previewWorker: Asset
  previewDemuxer: Asset
  /** The worker that reads, edits and writes GIFs for the page of the tools. */
  toolsWorker: Asset
  /** The converters of the tools to MP4 and WebP, each loaded on demand. */
  toolsConverters: Record<'mp4' | 'webp', Asset>
  firstGif: Asset
}

/** The files that are the same in all languages. */
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

/** The options for the picker element, whose script contains its style. */
const stylesAsText: BuildOptions = {
  loader: { '.css': 'text' },
  logOverride: { 'empty-import-meta': 'silent' },
}

/** The functions that make each file, by its name. */
const makers = new Map<string, () => Asset>()

/** The styles. By convention a feature's style is `NAME.css` in its folder. */
const styles = lazily(mapNames((name) => styleFile(`${name}.css`, `${name}/${name}.css`)))

const icons = lazily<Assets['icons']>({
  small: iconFile('icon-192.png'),
  large: iconFile('icon-512.png'),
  maskable: iconFile('maskable-512.png'),
  touch: iconFile('touch-180.png'),
})

const toolsConverters = lazily<Assets['toolsConverters']>({
  mp4: workerFile('tools-mp4.js', 'tools/client/convert/mp4/main.ts', 'iife'),
  webp: workerFile('tools-webp.js', 'tools/client/convert/webp/main.ts', 'iife'),
})

const sharedFiles = lazily<SharedFiles>({
  embedStyle: styleFile('embed.css', 'gif/embed.css'),
  collectionEmbedStyle: styleFile('collection-embed.css', 'collections/embed.css'),
  picker: scriptFile('picker.js', 'picker/client/main.ts', { format: 'esm', ...stylesAsText }),
  mark: pictureFile('mark.svg', 'kit/assets/mark.svg'),
  icons: () => icons,
  toolsWorker: workerFile('tools-worker.js', 'tools/client/worker/main.ts', 'iife'),
  toolsConverters: () => toolsConverters,
  shareWorker: scriptFile('share-worker.js', 'maker/client/share/share-worker.ts', { format: 'iife' }),
  previewWorker: workerFile('preview-worker.js', 'maker/client/preview/worker/main.ts', 'esm'),
  previewDemuxer: scriptFile('preview-demuxer.js', 'maker/client/preview/demux/main.ts', { format: 'esm' }),
  firstGif: pictureFile('first-gif.svg', 'browse/first-gif.svg'),
})

const known = new Map<Language, Assets>()

/**
 * The files that pages in a language load. Each is bundled in memory when a page first needs it, as most processes
 * serve only few of the pages. The path contains a hash of the content, so browsers may cache a file forever.
 */
export function siteAssets(language: Language = 'en'): Assets {
  const assets = known.get(language) ?? assetsIn(language)
  known.set(language, assets)
  return assets
}

/**
 * The file at a path; undefined for an unknown path. The name of a script includes its language, so a server finds it
 * even before it has shown a page in that language. Paths are untrusted: only the file of that name is built.
 */
export function findAsset(path: string): Asset | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const language = /\.([a-z]{2})\.js$/.exec(name)?.[1] ?? ''
  // Registers the files in that language.
  if (isLanguage(language)) siteAssets(language)
  const asset = makers.get(name)?.()
  return asset?.path === path ? asset : undefined
}

function assetsIn(language: Language): Assets {
  // package.json maps the texts of each language to a condition of that name.
  const options: BuildOptions = { format: 'esm', conditions: [language] }
  const bundles = mapNames((name) =>
    lazily<Bundle>({
      style: () => styles[name],
      // By convention the script of a feature is `client/main.ts` in its folder.
      script: scriptFile(`${name}.${language}.js`, `${name}/client/main.ts`, options),
    }),
  )
  const modulesOf = <F extends keyof LazyEntries>(feature: F) => {
    const files = Object.entries(lazyEntries[feature]).map(([name, entry]) => [
      name,
      scriptFile(`${feature}-${name}.${language}.js`, `${feature}/${entry}`, options),
    ])
    return lazily<LazyModules[F]>(Object.fromEntries(files) as Makers<LazyModules[F]>)
  }
  const pickerFrame = lazily<Bundle>({
    style: styleFile('picker-frame.css', 'picker/picker.css'),
    script: scriptFile(`picker-frame.${language}.js`, 'picker/client/frame.ts', {
      ...options,
      ...stylesAsText,
      format: 'iife',
    }),
  })
  const own = { bundles, lazy: { maker: modulesOf('maker') }, pickerFrame }
  return Object.defineProperties(own, Object.getOwnPropertyDescriptors(sharedFiles)) as Assets
}

function mapNames<T>(make: (name: 'kit' | Feature) => T): Record<'kit' | Feature, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<'kit' | Feature, T>
}

type Makers<T> = { [Name in keyof T]: () => T[Name] }

/** An object whose values are made when first read. */
function lazily<T extends object>(makers: Makers<T>): T {
  const lazy = {} as T
  for (const name of Object.keys(makers) as (keyof T)[]) {
    let made: { value: T[typeof name] } | undefined
    const get = () => (made ??= { value: makers[name]() }).value
    Object.defineProperty(lazy, name, { get, enumerable: true })
  }
  return lazy
}

/** Registers a file that is made when first needed. */
function addFile(name: string, make: () => Asset): () => Asset {
  let made: Asset | undefined
  const maker = makers.get(name) ?? (() => (made ??= make()))
  makers.set(name, maker)
  return maker
}

function scriptFile(name: string, entry: string, options: BuildOptions, headers?: Asset['headers']) {
  return addFile(name, () => toAsset(name, 'text/javascript; charset=utf-8', bundle(entry, options), headers))
}

function workerFile(name: string, entry: string, format: 'iife' | 'esm') {
  return scriptFile(name, entry, { format }, workerHeaders)
}

function styleFile(name: string, entry: string) {
  return addFile(name, () => toAsset(name, 'text/css; charset=utf-8', bundle(entry, {})))
}

function pictureFile(name: string, source: string) {
  return addFile(name, () => toAsset(name, 'image/svg+xml', readSiteFile(source)))
}

function iconFile(name: string) {
  return addFile(name, () => toAsset(name, 'image/png', readSiteFile(`kit/assets/icons/${name}`)))
}
