import { PassThrough, pipeline, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type ArchivePart = {
  name: string
  modifiedAt: number
  /** Whether packing makes it smaller; what is packed already is stored as it is. */
  packed: boolean
  /** Its size; null where it is made while it is read. */
  bytes: number | null
  open: () => Promise<Readable>
}

/**
 * A ZIP file of the parts as a stream. One part is open at a time, and none before the one before it is sent, so that
 * any amount takes little memory. When the stream is destroyed, what is open is closed.
 */
export function archiveOf(parts: AsyncIterable<ArchivePart>): Readable {
  const zip = new ZipFile()
  const body = new PassThrough()
  let open: Readable | undefined
  const fail = (error: unknown) =>
    void body.destroy(error instanceof Error ? error : new Error(String(error)))
  pipeline(zip.outputStream, body, (error) => {
    if (error) open?.destroy()
  })
  zip.on('error', fail)

  async function fill(): Promise<void> {
    for await (const { name, modifiedAt, packed, open: openPart } of parts) {
      open = await openPart()
      if (body.destroyed) open.destroy()
      zip.addReadStream(open, name, { mtime: new Date(modifiedAt), mode: 0o100644, compress: packed })
      await finished(open)
    }
    zip.end()
  }
  fill().catch(fail)
  return body
}
