import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FetchedSource, FetchOptions } from '../../../creation/source-fetcher.ts'
import { animationFacts } from '../../../layers/pictures/animation-facts.ts'
import { AppError } from '../../../lib/app-error.ts'
import { readHead } from '../../../lib/disk/files.ts'
import { withoutReservation, reserveAhead } from '../../../lib/disk/reserve-ahead.ts'
import type { HttpClient } from './http-client.ts'
import { htmlText } from '../page/html-text.ts'
import { type OpenedBody, openBody, readUpTo } from './opened-body.ts'
import { findPageVideo, type PageVideo } from '../page/page-video.ts'
import { saveBody } from './save-body.ts'
import { titleFromFile } from '../page/source-title.ts'

/** A page names its video in its head, so the rest is not read. */
const maxPageBytes = 2 * 2 ** 20

/** The name of a fetched file. */
const fileName = 'source'

/** A GIF of one frame is not larger. */
const maxStillBytes = 4 * 2 ** 20

export type HttpSource = {
  /**
   * Downloads the file at `url`, or the one that the page there names, to `folder`/source. A page leads only to files,
   * never to another page. Throws AppError source_*.
   */
  fetch(url: URL, folder: string, options: FetchOptions): Promise<FetchedSource>
}

/** Fetches direct files, and pages that name their video. `maxBytes` limits a video. */
export function createHttpSource(client: HttpClient, maxBytes: number): HttpSource {
  const save = async (body: OpenedBody, folder: string, options: FetchOptions): Promise<string> => {
    const path = join(folder, fileName)
    const { reserve = withoutReservation, signal, onProgress } = options
    const reserveUpTo = reserveAhead(reserve)
    await saveBody(body, path, { client, maxBytes, signal, onProgress, reserveUpTo })
    return path
  }

  /** Saves the first of these addresses that is a video; if none is, returns the error to report. */
  const saveFirst = async (
    urls: readonly URL[],
    folder: string,
    options: FetchOptions,
  ): Promise<{ path: string } | { failure: AppError | undefined }> => {
    let failure: AppError | undefined
    for (const url of urls) {
      try {
        const body = await openBody(client, url, options.signal)
        if (body.kind === 'video') return { path: await save(body, folder, options) }
        body.answer.body.destroy()
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        // A temporary error takes precedence over a permanent one: the next attempt may find the video.
        if (failure === undefined || (error.retry && !failure.retry)) failure = error
      }
    }
    return { failure }
  }

  const fetchFirst = async (page: PageVideo, folder: string, options: FetchOptions) => {
    const { candidates, pictures, title } = page
    const video = await saveFirst(candidates, folder, options)
    if ('path' in video) return { ...video, title }
    // The next attempt may find the video.
    if (video.failure?.retry === true) throw video.failure
    const picture = await saveFirst(pictures, folder, options)
    if ('path' in picture && (await isMoving(picture.path))) return { ...picture, title }
    await rm(join(folder, fileName), { force: true })
    // A missing preview says nothing about a video.
    const failure = 'failure' in picture && picture.failure?.retry === true ? picture.failure : video.failure
    throw failure ?? new AppError('source_not_found', { detail: 'noVideoOnPage' }, { field: 'url' })
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
        ? new AppError('source_unsupported', { detail: 'streamingPlaylist' }, { field: 'url' })
        : new AppError('source_not_found', { detail: 'noVideoAtAddress' }, { field: 'url' })
    },
  }
}

/** Returns true if a picture is an animation; only for GIFs the first bytes do not say so. */
async function isMoving(path: string): Promise<boolean> {
  const head = await readHead(path, maxStillBytes)
  const facts = animationFacts(head)
  return facts?.type !== 'gif' || facts.frames > 1 || head.length === maxStillBytes
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
