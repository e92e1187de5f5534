import { type FileHandle, open } from 'node:fs/promises'

/** What the blocks of a GIF file say, without any of it being decoded. */
export type GifShape = { width: number; height: number; frames: number }

const windowBytes = 256 * 1024
const headerBytes = 13
const descriptorBytes = 10

/** Walks through a GIF's blocks to its end. Throws an Error where they are no GIF's, or stop before the end. */
export async function readGifShape(path: string): Promise<GifShape> {
  const file = await open(path)
  try {
    return await walk(new Bytes(file))
  } finally {
    await file.close()
  }
}

async function walk(bytes: Bytes): Promise<GifShape> {
  const header = await bytes.take(headerBytes)
  if (header.toString('latin1', 0, 3) !== 'GIF') throw new Error('not a GIF')
  const shape = { width: header.readUInt16LE(6), height: header.readUInt16LE(8), frames: 0 }
  await bytes.take(tableBytes(header[10] ?? 0))
  for (;;) {
    const [kind] = await bytes.take(1)
    if (kind === 0x3b) return shape
    if (kind === 0x21) await bytes.take(1)
    else if (kind === 0x2c) {
      shape.frames += 1
      const descriptor = await bytes.take(descriptorBytes - 1)
      // After the frame's own table comes the size of its codes.
      await bytes.take(tableBytes(descriptor[8] ?? 0) + 1)
    } else throw new Error(`a block of the unknown kind ${kind}`)
    for (let [length = 0] = await bytes.take(1); length > 0; [length = 0] = await bytes.take(1)) {
      await bytes.take(length)
    }
  }
}

function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

/** A file's bytes in order, through a window. */
class Bytes {
  readonly #file: FileHandle
  #window = Buffer.alloc(0)

  constructor(file: FileHandle) {
    this.#file = file
  }

  /** The next `count` bytes; throws an Error where the file has fewer. */
  take(count: number): Buffer | Promise<Buffer> {
    if (count > this.#window.length) return this.#refill(count)
    const taken = this.#window.subarray(0, count)
    this.#window = this.#window.subarray(count)
    return taken
  }

  async #refill(count: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(windowBytes), 0, windowBytes)
    this.#window = Buffer.concat([this.#window, buffer.subarray(0, bytesRead)])
    if (count > this.#window.length) throw new Error('it stops before its end')
    return this.take(count)
  }
}
