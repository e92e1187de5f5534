import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { randomId } from '../lib/ids.ts'
import type { Log } from '../lib/log/log.ts'
import { type MediaStore, type Presign, storeKey } from '../media/media-store.ts'
import { newMediaId } from '../media/media-files.ts'
import { gifFolder } from '../media/rendition.ts'

const timeoutMs = 10_000

/**
 * Queries the bucket and MEDIA_URL without a key if files are served directly from them. Throws a sentence if anyone
 * can list the bucket's files or read one outside `public/`; if it cannot find out, or if files merely cannot be seen,
 * it logs a warning. `folder` is for a temporary file.
 */
export async function checkMediaAccess(
  { media, s3, site }: Config,
  { mediaStore, folder, log }: { mediaStore: MediaStore; folder: string; log: Log },
): Promise<void> {
  const { presign } = mediaStore
  if (!media.direct || s3 === null || presign === null) return
  const closed = `incoming/probe-${randomId(12)}`
  const mediaId = newMediaId('public')
  const open = gifFolder(mediaId)
  try {
    for (const prefix of [closed, open]) {
      const local = join(folder, `probe-${randomId(12)}`)
      await writeFile(local, 'ok')
      await mediaStore.put(storeKey(`${prefix}/0`), local)
    }
    const address = new URL(await presign(storeKey(`${closed}/0`), 60, { contentType: 'text/plain' }))
    address.search = ''
    const bucketUrl = address.href.slice(0, -`${closed}/0`.length)
    const policy = `Let everyone read ${s3.bucket}/public/* only; docs/operating.md has the policy.`
    for (const url of [`${bucketUrl}?list-type=2`, bucketUrl, `${bucketUrl}?list-type=2&prefix=public/`]) {
      if ((await ask(url, log))?.ok === true)
        throw new Error(`The bucket ${s3.bucket} of S3_BUCKET lists its files to everyone. ${policy}`)
    }
    if ((await ask(address.href, log))?.ok === true)
      throw new Error(
        `The bucket ${s3.bucket} of S3_BUCKET gives files to everyone that do not lie under public/. ${policy}`,
      )
    if ((await ask(`${site.mediaUrl}/`, log))?.text.includes('<ListBucketResult') === true)
      throw new Error(`MEDIA_URL lists the files of the bucket to everyone. ${policy}`)
    const shown = await ask(`${site.mediaUrl}/gifs/${mediaId}/0`, log)
    if (shown?.text !== 'ok')
      log.warn(
        { status: shown?.status ?? null },
        'MEDIA_URL does not give out what lies under public/ in the bucket: browsers will see no GIFs',
      )
  } finally {
    for (const prefix of [closed, open]) await mediaStore.removeAll(prefix)
  }
  if (media.purge === null)
    log.warn('MEDIA_DIRECT without PURGE_URL: a CDN keeps files of GIFs that were hidden or removed')
}

/** The way that files of private GIFs are served: at addresses of the store, given here; null: through the program. */
export async function privateMediaAccess(
  { media }: Config,
  { presign }: MediaStore,
): Promise<{ presign: Presign | null; redirectOrigin: string | null }> {
  if (!media.presignPrivate || presign === null) return { presign: null, redirectOrigin: null }
  const example = await presign(storeKey('gifs/example/gif.gif'), 60, { contentType: 'image/gif' })
  return { presign, redirectOrigin: new URL(example).origin }
}

/** Undefined if nothing answers. */
async function ask(
  url: string,
  log: Log,
): Promise<{ ok: boolean; status: number; text: string } | undefined> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    const text = await answer.text()
    return { ok: answer.ok, status: answer.status, text }
  } catch (error) {
    log.warn({ err: error }, 'an address of media files could not be tried')
    return undefined
  }
}
