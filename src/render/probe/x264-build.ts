import { open } from 'node:fs/promises'

/** x264 marks the first picture of a stream with this UUID, and its version after it: `x264 - core 142 …`. */
const uuid = Buffer.from('dc45e9bde6d948b7962cd820d923eeef', 'hex')
const noteBytes = 24
const chunkBytes = 2 ** 20

/** The first picture follows the index of an MP4, which for two hours of video takes about 4 MB. */
const maxScanBytes = 8 * chunkBytes

/**
 * Returns the version of x264 that a file names near its beginning, or null. Decoders work around the faults of old
 * versions, but know the version only if they see the first picture. Throws the system's errors.
 */
export async function readX264Build(path: string): Promise<number | null> {
  const file = await open(path)
  try {
    // A possible beginning of a note is carried over from one chunk to the next.
    const bytes = Buffer.alloc(chunkBytes)
    const overlap = uuid.length + noteBytes
    let kept = 0
    for (let position = 0; position < maxScanBytes;) {
      const { bytesRead } = await file.read(bytes, kept, chunkBytes - kept, position)
      if (bytesRead === 0) return null
      position += bytesRead
      const known = bytes.subarray(0, kept + bytesRead)
      const found = known.indexOf(uuid)
      if (found !== -1 && found + overlap <= known.length)
        return parseNote(known.subarray(found + uuid.length))
      kept = Math.min(overlap, known.length)
      bytes.copyWithin(0, known.length - kept, known.length)
    }
    return null
  } finally {
    await file.close()
  }
}

function parseNote(bytes: Buffer): number | null {
  const [, build] = /^x264 - core (\d{1,4})\b/.exec(bytes.toString('latin1', 0, noteBytes)) ?? []
  return build === undefined || Number(build) === 0 ? null : Number(build)
}

/** Returns the arguments that tell the H.264 decoder which version of x264 made the video. */
export function x264Args(build: number | null): string[] {
  return build === null ? [] : ['-x264_build', String(build)]
}
