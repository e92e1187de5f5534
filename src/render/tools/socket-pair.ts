import { once } from 'node:events'
import { mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The reader's memory that receives the bytes. */
export type ByteSink = {
  /** Returns the place for the next bytes: at least one. */
  place: () => Uint8Array
  /** Called with the number of bytes in that place; while its promise is pending, no more are read. */
  onBytes: (count: number) => Promise<void> | void
}

/**
 * Opens two connected sockets: a tool gets `far` as its output, instead of a pipe, and closes it when it ends. Node
 * reads a pipe in chunks of 64 KB, each newly allocated: for frames that costs half as much as decoding them. `read`
 * writes the bytes to the memory of `sink`, and resolves at the end; it rejects with what `sink` throws. Returns
 * undefined if such sockets cannot be made, for example without a folder for temporary files.
 */
export async function openSocketPair(
  sink: ByteSink,
): Promise<{ far: Socket; read: () => Promise<void> } | undefined> {
  const server = createServer({ pauseOnConnect: true })
  const accepted = once(server, 'connection')
  const ended = Promise.withResolvers<void>()
  // Both may reject before anything awaits them.
  for (const promise of [accepted, ended.promise]) promise.catch(() => undefined)
  try {
    connectThroughFolder(server, sink, ended)
    const failed = ended.promise.then(() => Promise.reject(new Error('closed before it was connected')))
    const [far] = (await Promise.race([accepted, failed])) as [Socket]
    return { far, read: () => ended.promise }
  } catch {
    return undefined
  } finally {
    server.close()
  }
}

/** Connects to a server by a path in a folder that only this user may enter, so that nobody else can connect. */
function connectThroughFolder(server: Server, sink: ByteSink, ended: PromiseWithResolvers<void>): void {
  const folder = mkdtempSync(join(tmpdir(), 'gifwright-socket-'))
  try {
    const path = join(folder, 's')
    server.listen(path)
    connectTo(path, sink, ended.reject).once('close', ended.resolve)
  } finally {
    // Both are synchronous, so no signal is handled before the folder is gone. They are removed one by one: removing a
    // folder recursively takes a descriptor, of which there may be none left.
    rmSync(join(folder, 's'), { force: true })
    rmdirSync(folder)
  }
}

function connectTo(path: string, { place, onBytes }: ByteSink, onError: (error: unknown) => void): Socket {
  const fail = (error: unknown) => {
    onError(error)
    near.destroy()
  }
  const near = connect({
    path,
    onread: {
      buffer: place,
      callback: (count) => {
        try {
          const handled = onBytes(count)
          if (handled === undefined) return true
          handled.then(() => near.resume(), fail)
        } catch (error) {
          fail(error)
        }
        return false
      },
    },
  })
  return near.on('error', fail)
}
