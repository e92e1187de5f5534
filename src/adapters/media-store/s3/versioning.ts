import { GetBucketLifecycleConfigurationCommand, GetBucketVersioningCommand } from '@aws-sdk/client-s3'
import { createS3Client, type S3Options } from './s3-client.ts'
import { faultName, statusOf } from './s3-faults.ts'

/** The versioning of a bucket: removed files are kept, and for how long, or not; `unknown` has the reason. */
export type Versioning =
  | { state: 'on'; /** Null: forever, or unknown. */ keptDays: number | null }
  | { state: 'off' }
  | { state: 'unknown'; why: string }

/** Asks the server about a bucket. Many servers do not say, or not to every key. */
export async function versioningOf(options: S3Options): Promise<Versioning> {
  const client = createS3Client(options)
  const bucket = { Bucket: options.bucket }
  try {
    const { Status } = await client.send(new GetBucketVersioningCommand(bucket))
    if (Status !== 'Enabled') return { state: 'off' }
    // There are no rules, or this key may not see them.
    const rules = await client
      .send(new GetBucketLifecycleConfigurationCommand(bucket))
      .then(({ Rules }) => Rules ?? [])
      .catch(() => [])
    const days = rules
      .filter((rule) => rule.Status === 'Enabled')
      .flatMap((rule) => rule.NoncurrentVersionExpiration?.NoncurrentDays ?? [])
    return { state: 'on', keptDays: days.length === 0 ? null : Math.min(...days) }
  } catch (error) {
    return {
      state: 'unknown',
      why: `${faultName(error)}${statusOf(error) === undefined ? '' : `, status ${statusOf(error)}`}`,
    }
  } finally {
    client.destroy()
  }
}
