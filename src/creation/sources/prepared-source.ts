import { createHash } from 'node:crypto'
import { randomId } from '../../lib/ids.ts'
import { type StoreKey, storeKey } from '../../media/media-store.ts'
import { preparedFolder } from '../../media/media-files.ts'
import type { TaskSource, SourceFile } from '../task.ts'
import type { PreviewMade } from '../../media/media-engine.ts'

/** `link` is fetched here, `upload` is a video that was sent, `picture` is to be converted, `pictures` are those of a GIF. */
export const sourceKinds = ['link', 'upload', 'picture', 'pictures'] as const
export type SourceKind = (typeof sourceKinds)[number]

/**
 * Who asks for a source: an account, or the browser of a visitor, which has a secret in a cookie. `browser` is the hash
 * of it. Both may be null: then no source is theirs.
 */
export type SourceOwner = { accountId: number | null; browser: string | null }

/** A source that the server fetched or received ahead, or that a GIF was made of; it is its owner's alone. */
export type PreparedSource = {
  id: string
  ownerId: number | null
  /** Hash of the secret of the browser that it is of; null where it is an account's. */
  browser: string | null
  /** A keyed hash of who it is counted for. */
  client: string
  kind: SourceKind
  /** Of a link. */
  url: string | null
  /** The title of the page; null where there is none. */
  title: string | null
  /** How many files it has in the media store; 0 until it has arrived. */
  files: number
  /** What these and its previews take. */
  bytes: number
  /** What was found out of it, and the newest preview; null until there is one. */
  preview: PreviewMade | null
  createdAt: number
  /** Until when it is kept, in milliseconds since 1970. */
  until: number
}

/** How a source is kept. */
export type SourceLimits = {
  /** 0: none is kept. */
  keepMs: number
  /** The most that all take together, and those that are kept for derivations. */
  maxBytes: number
  maxBytesOfClient: number
  maxOfClient: number
  /** How much of a video is seen at first. */
  previewSeconds: number
}

/** The maximum share of one client in the space of all kept sources. */
const clientPart = 1 / 5

/** Returns the maximum bytes of one client's kept sources if all together may take `maxBytes`. */
export function keptShareOfClient(maxBytes: number): number {
  return Math.floor(maxBytes * clientPart)
}

/** 131 bits. */
export function newSourceId(): string {
  return randomId(22)
}

export const sourceIdShape = /^[0-9A-Za-z]{22}$/

/** How the secret of a browser is stored. */
export function hashBrowser(secret: string): string {
  return createHash('sha256').update(`browser ${secret}`).digest('base64url')
}

/** Whether the source is of who asks. What a visitor had prepared is still theirs after they signed in. */
export function isOwnSource({ ownerId, browser }: PreparedSource, who: SourceOwner): boolean {
  return ownerId === null ? browser !== null && browser === who.browser : ownerId === who.accountId
}

/** The place of one of its files, in their order. */
export function preparedFile(id: string, index: number): StoreKey {
  return storeKey(`${preparedFolder(id)}/${index}`)
}

/** A name for a file that a source gets besides its own: a sticker, or a picture that is added later. 131 bits. */
export function newFileName(): string {
  return randomId(22)
}

const fileNameShape = sourceIdShape

/** The folder of a file that a source has besides its own, which is removed with it. */
export function addedFolder(id: string, name: string): string {
  return `${preparedFolder(id)}/${name}`
}

/** The place of such a file. */
export function addedFile(id: string, name: string): StoreKey {
  return storeKey(`${addedFolder(id, name)}/0`)
}

/** What the files of a GIF are called in the folder of its source, in their order: its inputs, then its stickers. */
export function namesInFolder({ pictures, stickers = [] }: TaskSource, inputs: number): string[] {
  const nameOf = ({ name }: SourceFile) => (fileNameShape.test(name) ? `${name}/0` : String(Number(name) - 1))
  const own = Array.from({ length: inputs }, (_, index) => String(index))
  return [...(pictures?.map(nameOf) ?? own), ...stickers.map(nameOf)]
}

/** The place of a picture by its name: from 1 the source's own, or that of one that was added; null for what is no name. */
export function pictureFile({ id, kind, files }: PreparedSource, name: string): StoreKey | null {
  if (fileNameShape.test(name)) return addedFile(id, name)
  if (kind !== 'pictures' || !/^[1-9]\d{0,3}$/.test(name) || Number(name) > files) return null
  return preparedFile(id, Number(name) - 1)
}

/** A sticker of an earlier GIF: its source, and its name there. */
export type PreparedSticker = { source: string; name: string }

/** Formats a prepared sticker as forms name it. */
export function formatPreparedSticker({ source, name }: PreparedSticker): string {
  return `${source}.${name}`
}

/** Null for what names none. */
export function parsePreparedSticker(text: string): PreparedSticker | null {
  const [source = '', name = '', ...more] = text.trim().split('.')
  return more.length === 0 && sourceIdShape.test(source) && fileNameShape.test(name) ? { source, name } : null
}

type ShownPart = Pick<PreviewMade, 'file' | 'shownSeconds'>

/** The place of a preview; each is stored beside the ones before it, which may still be watched. */
export function previewFile(id: string, preview: ShownPart): StoreKey {
  if (preview.file === 'source') return preparedFile(id, 0)
  return storeKey(`${previewFolder(id, preview)}/preview`)
}

/** The folder that a preview which was made of the source has to itself, so that it can be removed. */
export function previewFolder(id: string, { shownSeconds }: Pick<ShownPart, 'shownSeconds'>): string {
  return `${preparedFolder(id)}/previews/${Math.round(shownSeconds * 1000)}`
}
