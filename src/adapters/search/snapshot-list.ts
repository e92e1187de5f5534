import { createHmac, timingSafeEqual } from 'node:crypto'
import { filesIn, type Manifest, parseManifest } from '../../search/upkeep/manifest.ts'

/** The contents of a snapshot of the index in the media store. */
export type SnapshotList = {
  manifest: Manifest
  /** SHA-256 of each file by its name, in base64url. */
  hashes: Record<string, string>
}

type SignedList = { manifest: string; hashes: Record<string, string>; signature: string }

/** The names chosen by the program: none leads out of a folder. */
const nameShape = /^[a-z]+-[0-9a-f-]{36}$/

/** The maximum size of the list: about 200 bytes for each of an index's few files. */
export const maxListBytes = 1024 * 1024

/** Writes the list as text, signed with the secret of the instance. `manifest`: the text of a manifest. */
export function writeSnapshotList(manifest: string, hashes: Record<string, string>, secret: string): string {
  const list: SignedList = { manifest, hashes, signature: signatureOf(manifest, hashes, secret) }
  return JSON.stringify(list)
}

/**
 * Reads a list. Throws an Error with the reason that it cannot be used: a usable one is written by a machine of this
 * instance with the same index format.
 */
export function readSnapshotList(text: string, secret: string): SnapshotList {
  const { manifest: manifestText, hashes, signature } = parseList(text)
  const expected = Buffer.from(signatureOf(manifestText, hashes, secret))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Error('the snapshot is not signed by this instance')
  const manifest = parseManifest(manifestText)
  for (const { name } of filesIn(manifest))
    if (!nameShape.test(name) || typeof hashes[name] !== 'string')
      throw new Error('the snapshot names a file that cannot be one of an index')
  return { manifest, hashes }
}

function parseList(text: string): SignedList {
  let list: Partial<SignedList> | null
  try {
    list = JSON.parse(text) as Partial<SignedList> | null
  } catch (cause) {
    throw new Error('the list of the snapshot is damaged', { cause })
  }
  const { manifest, hashes, signature } = list ?? {}
  if (typeof manifest !== 'string' || typeof signature !== 'string' || typeof hashes !== 'object')
    throw new Error('the list of the snapshot is damaged')
  return { manifest, hashes, signature }
}

function signatureOf(manifest: string, hashes: Record<string, string>, secret: string): string {
  const text = JSON.stringify(['search snapshot', manifest, hashes])
  return createHmac('sha256', secret).update(text).digest('base64url')
}
