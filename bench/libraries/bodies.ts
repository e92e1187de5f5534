/** Reads a body of 4 MB that contains one video, from chunks of 64 KB to a file. */
import { createWriteStream } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type BodyReader, Fields, TextBuffer } from '#src/http/bodies/fields.ts'
import { JsonReader } from '#src/http/bodies/json-reader.ts'
import { MultipartReader } from '#src/http/bodies/multipart-reader.ts'
import { Uploads } from '#src/http/bodies/uploads.ts'
import { compare, type Load } from './compare.ts'

const chunkBytes = 64 * 1024
const size = 4 * 2 ** 20
const megabytes = size / 2 ** 20
const folder = await mkdtemp(join(tmpdir(), 'gifwright-bodies-'))
const limits = { maxFiles: 1, maxFileBytes: 2 * size, maxTotalBytes: 2 * size, folder }

/** Chunks like those of a socket: each with memory of its own. */
function* chunksOf(head: string, middle: string, tail: string): Generator<Buffer> {
  yield Buffer.from(head)
  const chunk = Buffer.from(middle.repeat(Math.floor(chunkBytes / middle.length)))
  for (let at = 0; at < size; at += chunk.length) yield Buffer.from(chunk)
  yield Buffer.from(tail)
}

const json = (letters: string) => chunksOf('{"title":"x","video":"data:video/mp4;base64,', letters, '"}')
const multipart = () =>
  chunksOf(
    '--b\r\nContent-Disposition: form-data; name="video"; filename="v.mp4"\r\nContent-Type: video/mp4\r\n\r\n',
    '\r\n-abcdef0123456789\u0000\u0001',
    '\r\n--b--\r\n',
  )

function ours(
  make: (fields: Fields, uploads: Uploads, text: TextBuffer) => BodyReader,
  chunks: () => Generator<Buffer>,
) {
  return async () => ({
    operations: megabytes,
    run: async () => {
      const uploads = new Uploads({ ...limits, fields: ['video'] })
      const reader = make(new Fields(10), uploads, new TextBuffer(2 ** 18))
      for (const chunk of chunks()) await reader.write(chunk)
      await reader.end()
      await uploads.discard()
    },
  })
}

function jsonStreamEs(letters: string) {
  return async (load: Load) => {
    const { JsonParser } = await load('json-stream-es')
    return {
      operations: megabytes,
      run: async () => {
        // It returns the pieces of a string unchanged; here each is decoded, without any check.
        const chunks = Readable.toWeb(Readable.from(json(letters))).pipeThrough(
          new TextDecoderStream() as never,
        )
        const decode = new Transform({
          writableObjectMode: true,
          transform({ type, value }: { type: string; value?: string }, _encoding, done) {
            done(null, type === 'STRING_CHUNK' ? Buffer.from(String(value), 'base64') : undefined)
          },
        })
        await pipeline(
          Readable.fromWeb((chunks as ReadableStream).pipeThrough(new JsonParser()) as never, {
            objectMode: true,
          }),
          decode,
          createWriteStream(join(folder, 'json')),
        )
      },
    }
  }
}

function busboy(name: string) {
  return async (load: Load) => {
    const { default: create } = await load(name)
    return {
      operations: megabytes,
      run: () =>
        new Promise<void>((resolve, reject) => {
          const parser = create({ headers: { 'content-type': 'multipart/form-data; boundary=b' } })
          parser.on('file', (_field: string, file: Readable) => {
            pipeline(file, createWriteStream(join(folder, 'multipart'))).then(resolve, reject)
          })
          Readable.from(multipart()).pipe(parser)
        }),
    }
  }
}

const slashes = 'AAAA\\/BBB'
await compare(import.meta.filename, 'a MB', {
  'ours, JSON': ours(
    (...given) => new JsonReader(...given),
    () => json('AAAABBBB'),
  ),
  'json-stream-es, JSON': jsonStreamEs('AAAABBBB'),
  'ours, JSON with \\/': ours(
    (...given) => new JsonReader(...given),
    () => json(slashes),
  ),
  'json-stream-es, JSON with \\/': jsonStreamEs(slashes),
  'ours, multipart': ours((...given) => new MultipartReader(...given, 'b'), multipart),
  'busboy, multipart': busboy('busboy'),
  '@fastify/busboy, multipart': busboy('@fastify/busboy'),
})
