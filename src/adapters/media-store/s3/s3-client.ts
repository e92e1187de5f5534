import { createHash } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import { S3Client } from '@aws-sdk/client-s3'

export type S3Options = {
  /** Null for Amazon's endpoint of the region. */
  endpoint: string | null
  bucket: string
  region: string
  /** True if URLs have the bucket's name in the path; otherwise it is in the host. */
  pathStyle: boolean
  accessKeyId: string
  secretAccessKey: string
  /** The longest silence of the server within a request. */
  timeoutMs: number
}

const connectMs = 5000

/** The number of tries of a request, with a backoff of up to 100, 200 and 400 ms. */
const maxAttempts = 4

/** Each file being sent to a slow client has a connection: no fewer than the connections that clients may have here. */
const maxConnections = 2000

/** The limit of an answer that is not a file: a page of a list has 1000 keys of at most 1 KB, with their metadata. */
const maxAnswerBytes = 8 * 2 ** 20

type Request = { headers: Record<string, string>; body?: unknown }
type Answer = { statusCode: number; headers: Record<string, string>; body?: unknown }

/** Receives the server's time with each answer, in milliseconds since 1970. */
export type TimeListener = (serverMs: number) => void

/**
 * Creates a client for an S3 server, including servers that know only the first version of the protocol: checksums are
 * sent only if the protocol requires them, as MD5, and bodies are not sent in signed chunks.
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
 * Adds the checksum that DeleteObjects requires. Older servers (Swift, Ceph, MinIO of some years ago) do not know the
 * CRC32 of today's SDK and insist on Content-MD5; all servers know that.
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

/** Limits answers so that the endpoint cannot fill the memory: all but files, which are streamed, are short. */
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
