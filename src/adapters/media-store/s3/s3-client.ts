import { createHash } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import { S3Client } from '@aws-sdk/client-s3'

export type S3Options = {
  /** Null: the one that Amazon has for the region. */
  endpoint: string | null
  bucket: string
  region: string
  /** Whether the bucket's name is in the path of addresses; otherwise it is in the host. */
  pathStyle: boolean
  accessKeyId: string
  secretAccessKey: string
  /** The longest silence of the server within a request. */
  timeoutMs: number
}

const connectMs = 5000

/** Each request is tried so often, with a backoff of up to 100, 200 and 400 ms. */
const maxAttempts = 4

/** Each file on its way to a slow client has a connection: no fewer than clients may have to this program. */
const maxConnections = 2000

/** Of an answer that is no file: a page of a list has 1000 keys of at most 1 KB, with what is said of each. */
const maxAnswerBytes = 8 * 2 ** 20

type Request = { headers: Record<string, string>; body?: unknown }
type Answer = { statusCode: number; headers: Record<string, string>; body?: unknown }

/** What hears the time of the server with each answer, in milliseconds since 1970. */
export type TimeListener = (serverMs: number) => void

/**
 * A client of an S3 server, for servers that know the first version of the protocol only: checksums are sent where the
 * protocol asks for them, as MD5, and bodies are not sent in signed chunks.
 */
export function createS3Client(options: S3Options, onTime?: TimeListener): S3Client {
  const { endpoint, region, pathStyle, accessKeyId, secretAccessKey, timeoutMs } = options
  const agent = { keepAlive: true, maxSockets: maxConnections }
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint !== null && { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryMode: 'standard',
    maxAttempts,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: timeoutMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
  addMd5(client)
  boundAnswers(client, onTime)
  return client
}

/**
 * DeleteObjects must have a checksum. The one by CRC32 of today's SDK is unknown to older servers (Swift, Ceph, MinIO of
 * some years ago), which insist on Content-MD5; all know that.
 */
function addMd5(client: S3Client): void {
  client.middlewareStack.add(
    (next, context) => (args) => {
      const request = args.request as Request
      if (context.commandName === 'DeleteObjectsCommand') {
        for (const name of Object.keys(request.headers))
          if (/^x-amz-(?:sdk-)?checksum-/i.test(name)) delete request.headers[name]
        request.headers['content-md5'] = createHash('md5').update(String(request.body)).digest('base64')
      }
      return next(args)
    },
    { name: 'contentMd5', step: 'build', priority: 'low' },
  )
}

/** Whatever answers at the endpoint cannot fill the memory: but for files, which are streamed, answers are short. */
function boundAnswers(client: S3Client, onTime?: TimeListener): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const result = await next(args)
      const answer = result.response as Answer
      const date = Date.parse(answer.headers.date ?? '')
      if (!Number.isNaN(date)) onTime?.(date)
      const isFile = context.commandName === 'GetObjectCommand' && answer.statusCode < 300
      if (!isFile && answer.body instanceof Readable)
        answer.body = pipeline(answer.body, boundedBytes(maxAnswerBytes), () => undefined)
      return result
    },
    { name: 'boundedAnswers', step: 'deserialize', priority: 'low' },
  )
}

function boundedBytes(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(new Error(`the answer of the S3 server is longer than ${maxBytes} bytes`))
      else done(null, chunk)
    },
  })
}
