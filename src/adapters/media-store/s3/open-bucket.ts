import { checkBucket } from './check-bucket.ts'
import { createS3Client, type S3Options } from './s3-client.ts'
import { S3MediaStore } from './s3-media-store.ts'

/**
 * Opens the bucket of the settings for the instance with this secret, after checking both. Throws a sentence that names
 * the wrong setting. With a null secret, the owner is not checked.
 */
export async function openBucket(
  options: S3Options,
  secret: string | null,
  { mayClaim = true }: { mayClaim?: boolean } = {},
): Promise<S3MediaStore> {
  let serverMs: number | undefined
  const client = createS3Client(options, (time) => (serverMs = time))
  try {
    await checkBucket(client, options, { secret, mayClaim, serverMs: () => serverMs })
  } catch (error) {
    client.destroy()
    throw error
  }
  return new S3MediaStore({ client, bucket: options.bucket })
}
