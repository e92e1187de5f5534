import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'

export type ArchivePart = {
  name: string
  modifiedAt: number
  /** Its size; null if the part is made while it is read. */
  bytes: number | null
  open: () => Promise<Readable>
}

const ownerMayWrite = 0o644

/**
 * Streams the parts as a ZIP file. They are stored without compression: GIFs and videos do not shrink. One part is open
 * at a time, and only after the previous one is sent; only the directory entries of sent parts are kept, so that any
 * number of parts takes little memory. Destroying the stream closes the open part.
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
