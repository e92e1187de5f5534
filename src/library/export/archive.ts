import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'

export type ArchivePart = {
  name: string
  modifiedAt: number
  /** Its size; null where it is made while it is read. */
  bytes: number | null
  open: () => Promise<Readable>
}

const ownerMayWrite = 0o644

/**
 * A ZIP file of the parts as a stream. They are stored as they are: GIFs and videos do not shrink. One part is open at a
 * time, and none before the one before it is sent; of those that were sent only their entry of the directory is kept, so
 * that any amount takes little memory. When the stream is destroyed, what is open is closed.
 */
export function archiveOf(parts: AsyncIterable<ArchivePart>): Readable {
  let open: Readable | undefined
  let isLeft = false
  async function* entries() {
    for await (const { name, modifiedAt, open: openPart } of parts) {
      open = await openPart()
      if (isLeft) open.destroy()
      yield { name, lastModified: new Date(modifiedAt), mode: ownerMayWrite, input: open }
    }
  }
  const body = Readable.fromWeb(makeZip(entries()))
  body.once('close', () => {
    isLeft = true
    open?.destroy()
  })
  return body
}
