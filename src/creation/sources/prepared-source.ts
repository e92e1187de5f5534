import { createHash } from 'node:crypto'
import { randomId } from '../../lib/ids.ts'
import { type StoreKey, storeKey } from '../../media/media-store.ts'
import { preparedFolder } from '../../media/media-files.ts'
import type { TaskSource, SourceFile } from '../task.ts'
import type { PreviewMade } from '../../media/media-engine.ts'

/** Kinds of sources: a `link` to fetch, an uploaded video, a `picture` to convert, and the `pictures` of a GIF. */
export const sourceKinds = ['link', 'upload', 'picture', 'pictures'] as const
export type SourceKind = (typeof sourceKinds)[number]

/**
 * The requester of a source: an account, or the browser of a visitor, identified by a secret in a cookie. `browser` is
 * the hash of that secret. If both are null, the requester owns no source.
 */
export type SourceOwner = { accountId: number | null; browser: string | null }

/** A source that the server fetched or received in advance, or that a GIF was made of; only its owner can see it. */
export type PreparedSource = {
  id: string
  ownerId: number | null
  /** The hash of the browser's secret; null if an account owns the source. */
  browser: string | null
  /** A keyed hash of the client whose quota it uses. */
  client: string
  kind: SourceKind
  /** The address of a link. */
  url: string | null
  /** The title of the page; null if unknown. */
  title: string | null
  /** The number of its files in the media store; 0 until it has arrived. */
  files: number
  /** The size of its files and previews. */
  bytes: number
  /** The facts about it and its newest preview; null until there is one. */
  preview: PreviewMade | null
  createdAt: number
  /** The time until which it is kept, in milliseconds since 1970. */
  until: number
}

/** Limits on kept sources. */
export type SourceLimits = {
  /** 0: no source is kept. */
  keepMs: number
  /** The maximum size of all sources, together with those kept for derivations. */
  maxBytes: number
  maxBytesOfClient: number
  maxOfClient: number
  /** The seconds of a video in its first preview. */
  previewSeconds: number
}

/** The maximum share of one client in the space of all kept sources. */
const clientPart = 1 / 5

/** Returns the maximum bytes of one client's kept sources if all together may take `maxBytes`. */
export function keptShareOfClient(maxBytes: number): number {
  return Math.floor(maxBytes * clientPart)
}

/** Returns a new id of 131 bits. */
export function newSourceId(): string {
  return randomId(22)
}

export const sourceIdShape = /^[0-9A-Za-z]{22}$/

/** Returns the form in which a browser's secret is stored. */
export function hashBrowser(secret: string): string {
  return createHash('sha256').update(`browser ${secret}`).digest('base64url')
}

/** Returns true if `who` owns the source. A visitor's sources are still theirs after they sign in. */
export function isOwnSource({ ownerId, browser }: PreparedSource, who: SourceOwner): boolean {
  return ownerId === null ? browser !== null && browser === who.browser : ownerId === who.accountId
}

/** The place of one of its files, by position. */
export function preparedFile(id: string, index: number): StoreKey {
  return storeKey(`${preparedFolder(id)}/${index}`)
}

/** Returns a name of 131 bits for a file added to a source: a sticker, or a later picture. */
export function newFileName(): string {
  return randomId(22)
}

const fileNameShape = sourceIdShape

/** The folder of an added file, which is removed with it. */
export function addedFolder(id: string, name: string): string {
  return `${preparedFolder(id)}/${name}`
}

/** The place of an added file. */
export function addedFile(id: string, name: string): StoreKey {
  return storeKey(`${addedFolder(id, name)}/0`)
}

/** Lists the names of a GIF's files in the folder of its source: its inputs, then its stickers. */
export function namesInFolder({ pictures, stickers = [] }: TaskSource, inputs: number): string[] {
  const nameOf = ({ name }: SourceFile) => (fileNameShape.test(name) ? `${name}/0` : String(Number(name) - 1))
  const own = Array.from({ length: inputs }, (_, index) => String(index))
  return [...(pictures?.map(nameOf) ?? own), ...stickers.map(nameOf)]
}

/**
 * Returns the place of a picture: names from 1 are the source's own pictures, others were added. Null for an invalid
 * name.
 */
export function pictureFile({ id, kind, files }: PreparedSource, name: string): StoreKey | null {
  if (fileNameShape.test(name)) return addedFile(id, name)
  if (kind !== 'pictures' || !/^[1-9]\d{0,3}$/.test(name) || Number(name) > files) return null
  return preparedFile(id, Number(name) - 1)
}

/** A sticker of an earlier GIF: its source, and its name there. */
export type PreparedSticker = { source: string; name: string }

/** Formats a prepared sticker for a form field. */
export function formatPreparedSticker({ source, name }: PreparedSticker): string {
  return `${source}.${name}`
}

/** Returns null for a malformed name. */
export function parsePreparedSticker(text: string): PreparedSticker | null {
  const [source = '', name = '', ...more] = text.trim().split('.')
  return more.length === 0 && sourceIdShape.test(source) && fileNameShape.test(name) ? { source, name } : null
}

type ShownPart = Pick<PreviewMade, 'file' | 'shownSeconds'>

/** The place of a preview, next to the earlier ones, which may still be playing. */
export function previewFile(id: string, preview: ShownPart): StoreKey {
  if (preview.file === 'source') return preparedFile(id, 0)
  return storeKey(`${previewFolder(id, preview)}/preview`)
}

/** The folder of a preview made from the source; it has no other files, so that the preview can be removed. */
export function previewFolder(id: string, { shownSeconds }: Pick<ShownPart, 'shownSeconds'>): string {
  return `${preparedFolder(id)}/previews/${Math.round(shownSeconds * 1000)}`
}
