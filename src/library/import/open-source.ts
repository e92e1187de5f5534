import { AppError } from '../../lib/app-error.ts'
import { formatEnglish } from '../../lib/errors/error-text.ts'
import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, extname, resolve } from 'node:path'
import { sniffPicture, sniffVideo } from '../../media/file-type.ts'
import type { ImportSource } from './import-item.ts'
import { detailsOfPath, type FolderRule } from './path-details.ts'
import { addressItem, isAddress, openAddressList } from './sources/address-list.ts'
import { isDiscordFavorites } from './sources/discord.ts'
import { isFavoriteList } from './sources/favorite-list.ts'
import { type FileTree, openAllFiles } from './sources/file-tree.ts'
import { openFolder } from './sources/folder.ts'
import { type FetchAnswer, isInstanceAddress, openGifwright } from './sources/gifwright.ts'
import { openJsonLines } from './sources/json-lines.ts'
import { decodeHead, findManifests, isRecord, type Manifest, readHeadOf } from './sources/manifest.ts'
import { defaultManifestLimits, type ManifestLimits } from './sources/manifest-entries.ts'
import { openManifest } from './sources/manifest-source.ts'
import { isMattermostExport, openMattermostExport } from './sources/mattermost.ts'
import { isSlackEmoji } from './sources/slack.ts'
import { isTelegramExport } from './sources/telegram.ts'
import { type ArchiveLimits, isZip, maxRatio } from './sources/zip-directory.ts'
import { openZipTree } from './sources/zip-tree.ts'

/** A source that a command line names. */
export type SourceTarget =
  | { kind: 'address'; url: string }
  /** A folder or an archive, with the top-level files that may list others. */
  | { kind: 'files'; tree: FileTree; manifests: Manifest[] }
  /** A file, in the tree of its folder. */
  | { kind: 'file'; tree: FileTree; manifest: Manifest; head: Uint8Array }

export type SourceOptions = {
  folders: FolderRule
  /** The limits of an archive; default: `defaultArchiveLimits`. */
  archive?: ArchiveLimits
  /** The limits of manifests; default: `defaultManifestLimits`. */
  manifests?: ManifestLimits
  /** Requests data from another Gifwright; without it, instances are not read. */
  fetchAnswer?: FetchAnswer
}

/** A kind of source: its name for people, and its reader. */
export type SourceKind = {
  name: string
  /** The description in the help of the command. */
  about: string
  /** Returns null for a source of another kind. The source closes the tree. */
  open: (target: SourceTarget, options: SourceOptions) => Promise<ImportSource | null>
}

/** The limits for an archive that an operator chose to import; the site has its own. */
export const defaultArchiveLimits: ArchiveLimits = {
  entries: 1_000_000,
  entryBytes: 4 * 2 ** 30,
  totalBytes: 4 * 2 ** 40,
  manifestRatio: maxRatio,
}

/** All kinds, the most specific first: the first one that recognizes a source reads it. */
export const sourceKinds: readonly SourceKind[] = [
  jsonKind('discord', 'favorites of Discord (frecency settings)', isDiscordFavorites),
  jsonKind('telegram', 'an export of Telegram Desktop (result.json)', isTelegramExport),
  jsonKind('slack', 'custom emoji of Slack (emoji.list, slackdump)', isSlackEmoji),
  manifestKind('mattermost', 'a bulk export of Mattermost', isMattermostExport, openMattermostExport),
  jsonKind('favorites', 'favorites of a GIF picker (JSON)', isFavoriteList),
  {
    name: 'json-lines',
    about: 'a file of JSON lines (.jsonl, .ndjson)',
    // A file named on the command line is meant to be JSON lines, so each malformed line gets its own message.
    open: async (target) => {
      if (target.kind === 'address') return null
      const manifest =
        target.kind === 'file'
          ? [target.manifest].find(isNamedJsonLines)
          : target.manifests.find((one) => isNamedJsonLines(one) && listsItems(one.head))
      return manifest === undefined ? null : openJsonLines(target.tree, manifest)
    },
  },
  {
    name: 'addresses',
    about: 'a text file with an address in each line',
    open: async (target) =>
      target.kind === 'file' && isAddress(firstLine(target.manifest.head))
        ? openAddressList(target.tree, target.manifest)
        : null,
  },
  {
    name: 'files',
    about: 'a folder or a ZIP archive',
    open: async (target, { folders }) =>
      target.kind === 'files' ? openAllFiles(target.tree, folders) : null,
  },
  {
    name: 'file',
    about: 'a GIF, animated WebP, APNG, MP4 or WebM file',
    open: async (target) =>
      target.kind === 'file' && (sniffVideo(target.head) !== null || sniffPicture(target.head) !== null)
        ? singleFile(target.tree, target.manifest)
        : null,
  },
  {
    name: 'gifwright',
    about: 'another Gifwright (https://host/), all of it or a search (https://host/?q=cat)',
    open: async (target, { fetchAnswer }) =>
      target.kind === 'address' && fetchAnswer !== undefined && isInstanceAddress(target.url)
        ? openGifwright(target.url, { fetchAnswer })
        : null,
  },
  {
    name: 'address',
    about: 'the address of one GIF',
    open: async (target) => (target.kind === 'address' ? singleAddress(target.url) : null),
  },
]

/** Opens the source that a command line names, with the first kind that recognizes it. Throws a sentence. */
export async function openImportSource(
  text: string,
  options: SourceOptions,
  kinds: readonly SourceKind[] = sourceKinds,
): Promise<ImportSource> {
  return openTarget(text, await readTarget(text, options), options, kinds)
}

/**
 * Opens an uploaded ZIP archive like one on the command line. Throws a sentence, and AppError for faults of the archive
 * itself.
 */
export async function openSentArchive(
  { path, name }: { path: string; name: string },
  options: SourceOptions & { archive: ArchiveLimits; manifests: ManifestLimits },
): Promise<ImportSource> {
  const tree = await openZipTree(path, name, options.archive)
  return openTarget(name, await filesOf(tree), options, sourceKinds)
}

async function openTarget(
  text: string,
  target: SourceTarget,
  options: SourceOptions,
  kinds: readonly SourceKind[],
): Promise<ImportSource> {
  try {
    for (const kind of kinds) {
      const source = await kind.open(target, options)
      if (source !== null) return source
    }
    const known = kinds.map(({ about }) => about).join('; ')
    throw new AppError('media_unsupported', { detail: 'notASource', name: text, known })
  } catch (error) {
    if (target.kind !== 'address') await target.tree.close()
    throw error
  }
}

async function readTarget(text: string, { archive }: SourceOptions): Promise<SourceTarget> {
  if (isAddress(text)) return { kind: 'address', url: text }
  const { path, isFolder } = await locate(text)
  if (isFolder) return filesOf(await openFolder(path))
  const tree = await openFolder(dirname(path))
  const file = await tree.find(basename(path))
  if ('reason' in file) throw new Error(`${text} cannot be read: ${formatEnglish(file.reason)}`)
  const head = await readHeadOf(file)
  if (isZip(head)) return filesOf(await openZipTree(path, text, archive ?? defaultArchiveLimits))
  return { kind: 'file', tree, manifest: { file, head: decodeHead(head) }, head }
}

/** Resolves the path of a folder or file; links are followed, since an operator named the path. */
async function locate(text: string): Promise<{ path: string; isFolder: boolean }> {
  try {
    const path = await realpath(resolve(text))
    return { path, isFolder: (await stat(path)).isDirectory() }
  } catch (cause) {
    throw new Error(`${text} cannot be read: ${cause instanceof Error ? cause.message : ''}`, { cause })
  }
}

async function filesOf(tree: FileTree): Promise<SourceTarget> {
  return { kind: 'files', tree, manifests: await findManifests(tree) }
}

/** Returns the source kind of a JSON manifest, read by the reader of this name. */
function jsonKind(name: string, about: string, recognizes: (manifest: Manifest) => boolean): SourceKind {
  return manifestKind(name, about, recognizes, (tree, manifest, { manifests = defaultManifestLimits }) =>
    openManifest(tree, manifest, name, manifests),
  )
}

function manifestKind(
  name: string,
  about: string,
  recognizes: (manifest: Manifest) => boolean,
  open: (tree: FileTree, manifest: Manifest, options: SourceOptions) => Promise<ImportSource>,
): SourceKind {
  return {
    name,
    about,
    async open(target, options) {
      if (target.kind === 'address') return null
      const manifests = target.kind === 'files' ? target.manifests : [target.manifest]
      const manifest = manifests.find(recognizes)
      return manifest === undefined ? null : open(target.tree, manifest, options)
    },
  }
}

function isNamedJsonLines({ file }: Manifest): boolean {
  return ['.jsonl', '.ndjson'].includes(extname(file.path).toLowerCase())
}

/** Returns true if the first line names a file or an address, which distinguishes a list from other JSON lines. */
function listsItems(head: string): boolean {
  // A regular expression would not do: its `.` stops at separators that a title may have.
  const line = head.split('\n').find((one) => one.trim() !== '') ?? ''
  try {
    const value: unknown = JSON.parse(line)
    return isRecord(value) && (value['file'] !== undefined || value['url'] !== undefined)
  } catch {
    return false
  }
}

/** Returns the first line that is neither empty nor a comment. */
function firstLine(head: string): string {
  const first = head
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && !line.startsWith('#'))
  return first ?? ''
}

function singleFile(tree: FileTree, { file }: Manifest): ImportSource {
  return {
    name: file.path,
    count: 1,
    async *items() {
      yield { name: file.path, from: file.from, details: detailsOfPath(file.path, 'none') }
    },
    close: () => tree.close(),
  }
}

function singleAddress(url: string): ImportSource {
  return {
    name: url,
    count: 1,
    async *items() {
      yield addressItem(url)
    },
    close: () => Promise.resolve(),
  }
}
