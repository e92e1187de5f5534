import type { BuildOptions } from 'esbuild'
import { isLanguage, type Language } from '../../messages/languages.ts'
import { type Asset, bundle, readSiteFile, toAsset } from './make-asset.ts'

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
 * from the file of the feature that is named here. See `moduleAddress`.
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

/** What makes each file, by its name. */
const makers = new Map<string, () => Asset>()

/** By convention the style of a feature is `NAME.css` in its folder. */
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
 * shown a page in that language yet has it, too. Paths come from anyone: none but the file of that name is made.
 */
export function findAsset(path: string): Asset | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const language = /\.([a-z]{2})\.js$/.exec(name)?.[1] ?? ''
  // Adds the names in that language.
  if (isLanguage(language)) siteAssets(language)
  const asset = makers.get(name)?.()
  return asset?.path === path ? asset : undefined
}

function assetsIn(language: Language): Assets {
  // package.json names the texts of each language under its condition.
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

/** Adds a file to those that there are, made when it is first needed. */
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
