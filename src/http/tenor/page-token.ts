/** A position in a list. */
export type PagePlace = {
  start: number
  /** The seed of a random order; 0 for other lists. */
  seed: number
}

const firstPage: PagePlace = { start: 0, seed: 0 }

/** A token is this many bytes: two numbers and their check. */
const tokenBytes = 12
const tokenLength = 16
const largest = 2 ** 32 - 1

const bytes = Buffer.alloc(tokenBytes)

/** The token for a position. Clients send it back unchanged, and should not interpret it. */
export function writePageToken({ start, seed }: PagePlace): string {
  bytes.writeUInt32LE(Math.min(start, largest), 0)
  bytes.writeUInt32LE(seed, 4)
  bytes.writeUInt32LE(checkOf(bytes), 8)
  return bytes.toString('base64url')
}

/** The position of a token; the first page for any other text. */
export function readPageToken(token: string | undefined): PagePlace {
  if (token?.length !== tokenLength) return firstPage
  if (bytes.write(token, 'base64url') !== tokenBytes || bytes.toString('base64url') !== token)
    return firstPage
  if (bytes.readUInt32LE(8) !== checkOf(bytes)) return firstPage
  return { start: bytes.readUInt32LE(0), seed: bytes.readUInt32LE(4) }
}

/** FNV-1a of the two numbers: distinguishes our tokens from others that apps may have stored. */
function checkOf(token: Buffer): number {
  let hash = 0x811c_9dc5
  for (let at = 0; at < 8; at += 1) hash = Math.imul(hash ^ (token[at] ?? 0), 0x0100_0193)
  return hash >>> 0
}
