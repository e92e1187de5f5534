import { join } from 'node:path'
import type { FetchedSource, FetchOptions } from '../../../creation/source-fetcher.ts'
import { AppError } from '../../../lib/app-error.ts'
import { withoutReservation, reserveAhead } from '../../../lib/disk/reserve-ahead.ts'
import type { HttpClient } from './http-client.ts'
import { htmlText } from '../page/html-text.ts'
import { type OpenedBody, openBody, readUpTo } from './opened-body.ts'
import { findPageVideo, type PageVideo } from '../page/page-video.ts'
import { saveBody } from './save-body.ts'
import { titleFromFile } from '../page/source-title.ts'

/** A page names its video in its head, so the rest is not read. */
const maxPageBytes = 2 * 2 ** 20

export type HttpSource = {
  /**
   * Downloads the file at `url`, or the one that the page there names, to `folder`/source. A page leads to files only,
   * never to another page. Throws AppError source_*.
   */
  fetch(url: URL, folder: string, options: FetchOptions): Promise<FetchedSource>
}

/** Fetches direct files, and pages that name their video. `maxBytes` limits a video. */
export function createHttpSource(client: HttpClient, maxBytes: number): HttpSource {
  const save = async (body: OpenedBody, folder: string, options: FetchOptions): Promise<string> => {
    const path = join(folder, 'source')
    const { reserve = withoutReservation, signal, onProgress } = options
    const reserveUpTo = reserveAhead(reserve)
    await saveBody(body, path, { client, maxBytes, signal, onProgress, reserveUpTo })
    return path
  }

  const fetchFirst = async ({ candidates, title }: PageVideo, folder: string, options: FetchOptions) => {
    let failure: AppError | undefined
    for (const candidate of candidates) {
      try {
        const body = await openBody(client, candidate, options.signal)
        if (body.kind === 'video') return { path: await save(body, folder, options), title }
        body.answer.body.destroy()
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        // A temporary error counts before a permanent one: the next attempt may find the video.
        if (failure === undefined || (error.retry && !failure.retry)) failure = error
      }
    }
    throw failure ?? new AppError('source_not_found', 'No video found on that page.', { field: 'url' })
  }

  return {
    async fetch(url, folder, options) {
      const body = await openBody(client, url, options.signal)
      const { answer, kind } = body
      if (kind === 'page') return await fetchFirst(await readPage(body), folder, options)
      if (kind === 'video') {
        const path = await save(body, folder, options)
        return { path, title: titleFromFile(url, answer.url, answer.headers['content-disposition']) }
      }
      answer.body.destroy()
      throw kind === 'playlist'
        ? new AppError('source_unsupported', 'The address is a streaming playlist, not a video file.', {
            field: 'url',
          })
        : new AppError('source_not_found', 'There is no video at the address.', { field: 'url' })
    },
  }
}

async function readPage({ answer, start, next }: OpenedBody): Promise<PageVideo> {
  try {
    const rest = await readUpTo(maxPageBytes - start.length, next)
    const html = Buffer.concat([start, rest]).subarray(0, maxPageBytes)
    return findPageVideo(htmlText(html, answer.headers['content-type'] ?? ''), answer.url)
  } finally {
    answer.body.destroy()
  }
}
