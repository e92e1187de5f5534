import { createHmac } from 'node:crypto'
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { S3Options } from './s3-client.ts'
import { faultName, isMissingFile, isUnknownRequest, statusOf } from './s3-faults.ts'

/** The key at which a bucket names its owner. */
const ownerKey = 'instance'

/** If a machine's clock is off by more, its signatures are refused, or its URLs live too long. */
const maxOffMs = 5 * 60_000

type BucketOf = Pick<S3Options, 'bucket' | 'endpoint' | 'region'>

/**
 * Tests the settings of S3: lists the bucket, checks the clock of the server, and, if allowed, claims the bucket for
 * this instance, whose sweeper removes every file there that its own database does not name. Throws a sentence that
 * names the setting.
 */
export async function checkBucket(
  client: S3Client,
  of: BucketOf,
  {
    secret,
    mayClaim,
    serverMs,
  }: { secret: string | null; mayClaim: boolean; serverMs: () => number | undefined },
): Promise<void> {
  try {
    await client.send(new ListObjectsV2Command({ Bucket: of.bucket, MaxKeys: 1 }))
  } catch (error) {
    refuseClock(serverMs())
    throw toRefusal(error, of)
  }
  refuseClock(serverMs())
  if (secret === null) return
  const owner = createHmac('sha256', secret).update('bucket').digest('base64url')
  const findOwner = async () =>
    mayClaim ? claim(client, of.bucket, owner) : ((await ownerOf(client, of.bucket)) ?? owner)
  const found = await findOwner().catch((error: unknown) => {
    throw toRefusal(error, of)
  })
  if (found === owner) return
  throw new Error(
    `The bucket ${of.bucket} of S3_BUCKET belongs to another instance, or to a database that was lost: Gifwright would remove the files there that its own database does not name. Name an empty bucket; or, if the files may go, remove the object "${ownerKey}" from it.`,
  )
}

function refuseClock(serverMs: number | undefined): void {
  const offMs = serverMs === undefined ? 0 : Date.now() - serverMs
  if (Math.abs(offMs) <= maxOffMs) return
  const minutes = Math.round(Math.abs(offMs) / 60_000)
  throw new Error(
    `The clock of this machine is ${minutes} minutes ${offMs > 0 ? 'ahead of' : 'behind'} that of the server at S3_ENDPOINT. Set it, for example by NTP.`,
  )
}

/** Returns the owner of the bucket, after claiming it for `owner` if it had none. Of two that claim it, one gets it. */
async function claim(client: S3Client, bucket: string, owner: string): Promise<string> {
  const known = await ownerOf(client, bucket)
  if (known !== undefined) return known
  const params = { Bucket: bucket, Key: ownerKey, Body: owner, ContentType: 'text/plain' }
  try {
    await client.send(new PutObjectCommand({ ...params, IfNoneMatch: '*' }))
  } catch (error) {
    // Some servers have no conditional writes (Swift).
    if (isUnknownRequest(error)) await client.send(new PutObjectCommand(params))
    else if (statusOf(error) !== 412 && statusOf(error) !== 409) throw error
  }
  return (await ownerOf(client, bucket)) ?? ''
}

async function ownerOf(client: S3Client, bucket: string): Promise<string | undefined> {
  try {
    const { Body } = await client.send(
      new GetObjectCommand({ Bucket: bucket, Key: ownerKey, Range: 'bytes=0-999' }),
    )
    return (await Body?.transformToString())?.slice(0, 1000) ?? ''
  } catch (error) {
    if (isMissingFile(error)) return undefined
    throw error
  }
}

/** Omits the error itself, which contains the request. */
function toRefusal(error: unknown, of: BucketOf): Error {
  return new Error(sentenceFor(error, of), { cause: new Error(faultName(error)) })
}

/** Describes the problem and the setting that causes it. */
function sentenceFor(error: unknown, { bucket, endpoint, region }: BucketOf): string {
  const name = faultName(error)
  const status = statusOf(error)
  const server = endpoint === null ? `The S3 server of S3_REGION ${region}` : `S3_ENDPOINT ${endpoint}`
  if (name === 'InvalidAccessKeyId')
    return 'AWS_ACCESS_KEY_ID is not known to the S3 server; use a key that it has given out.'
  if (name === 'SignatureDoesNotMatch')
    return 'AWS_SECRET_ACCESS_KEY is not the secret of AWS_ACCESS_KEY_ID, says the S3 server.'
  if (name === 'NoSuchBucket')
    return `The bucket ${bucket} of S3_BUCKET does not exist; create it, closed to the public.`
  if (name === 'InvalidBucketName') return `S3_BUCKET ${bucket} cannot be the name of a bucket.`
  if (/^(?:PermanentRedirect|TemporaryRedirect|AuthorizationHeaderMalformed|IllegalLocation)/.test(name))
    return `The bucket ${bucket} of S3_BUCKET is not in S3_REGION ${region} (${name}).`
  if (status === 401 || status === 403)
    return `The key of AWS_ACCESS_KEY_ID may not list, read and write the bucket ${bucket} of S3_BUCKET (${name}); it needs s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject.`
  if (status !== undefined && status < 400)
    return `${server} does not answer as an S3 server does; S3_PATH_STYLE may have to be changed too.`
  if (status !== undefined)
    return `${server} refuses the bucket ${bucket} of S3_BUCKET (${name}, status ${status}).`
  return `${server} cannot be reached as an S3 server (${name}).`
}
