import { constants } from 'node:fs'
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FetchedSource, FetchOptions } from '../../../creation/source-fetcher.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { SandboxMode } from '../../../lib/sandbox/sandbox.ts'
import type { FilteringProxy } from '../proxy/filtering-proxy.ts'
import { tooLarge } from '../network-errors.ts'
import { cleanTitle } from '../page/source-title.ts'
import { readYtDlpVerdict, toYtDlpError } from './errors.ts'
import { readYtDlpProgress, ytDlpArguments, ytDlpFiles, ytDlpInput } from './options.ts'
import { describeYtDlp, findYtDlp, runYtDlp } from './program.ts'

const maxCpuSeconds = 120
/** A page may be sent packed and unpack to gigabytes: this is where that ends. Node, beside it, counts as 650 MB. */
const maxDataBytes = 1_500_000_000
const maxTitleFileBytes = 64 * 1024
/** Above what the proxy lets through, so that its clear refusal comes first. */
const fileRoomBytes = 64 * 2 ** 20

export type YtDlpSettings = {
  /** The program; null when this instance has none. */
  program: string | null
  /** The folders where it is looked for, as in PATH; the usual ones unless told. */
  searchPath?: string | undefined
  maxBytes: number
  sandbox?: SandboxMode | undefined
  onUnsandboxed?: ((reason: string) => void) | undefined
  /** The proxy of one run; in `socketFolder`, where yt-dlp has no network to reach a port of ours. */
  openProxy: (
    options: Pick<FetchOptions, 'signal' | 'reserve'>,
    socketFolder: string | undefined,
  ) => Promise<FilteringProxy>
}

export type YtDlp = {
  /** Brings the video of a sharing site's page to `folder`/source. Throws AppError source_*. */
  fetch(url: URL, folder: string, options: FetchOptions): Promise<FetchedSource>
  /** How it is kept apart, as a sentence for the operator, tried in `folder`; undefined where there is none. */
  describeSandbox(folder: string): Promise<string | undefined>
}

/** Reads sharing sites by yt-dlp, which reaches the network through a filtering proxy of ours and nothing else. */
export function createYtDlp({ maxBytes, openProxy, ...settings }: YtDlpSettings): YtDlp {
  const limits = { maxCpuSeconds, maxFileBytes: maxBytes + fileRoomBytes, maxDataBytes }
  const find = findYtDlp({ ...settings, limits })

  return {
    describeSandbox: (folder) => describeYtDlp({ ...settings, limits }, folder),

    async fetch(url, folder, options) {
      const { signal } = options
      const place = join(folder, 'yt-dlp')
      await mkdir(place, { recursive: true })
      let proxy: FilteringProxy | undefined
      try {
        const { path: command, help, prefixIn, isSandboxed } = await find(place, signal)
        proxy = await openProxy(options, isSandboxed ? place : undefined)
        let said: AppError | undefined
        const { exitCode, errors } = await runYtDlp(command, ytDlpArguments(url, maxBytes, help), {
          folder: place,
          input: ytDlpInput(proxy.url),
          ...{ signal, maxCpuSeconds },
          prefix: prefixIn(place),
          onLine(line) {
            const fraction = readYtDlpProgress(line)
            if (fraction === undefined) said ??= readYtDlpVerdict(line, maxBytes)
            else options.onProgress(fraction)
          },
        })
        const video = join(place, ytDlpFiles.video)
        const bytes = await sizeOf(video)
        if (exitCode !== 0 || bytes === 0) throw proxy.refusal() ?? said ?? toYtDlpError(errors)
        // Fail closed: bytes that came by another way than the proxy were not checked by anyone.
        if (proxy.connections() === 0)
          throw new AppError('internal', 'The video did not come through the proxy.')
        if (bytes > maxBytes) throw tooLarge(maxBytes)
        const path = join(folder, 'source')
        await rename(video, path)
        return { path, title: await readTitle(join(place, ytDlpFiles.title)) }
      } finally {
        await proxy?.close()
        await rm(place, { recursive: true, force: true })
      }
    },
  }
}

async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isFile() === true ? found.size : 0
}

async function readTitle(path: string): Promise<string | null> {
  // A link could lead to any file of ours, and a pipe would never end.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(path, flags).catch(() => undefined)
  if (file === undefined) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxTitleFileBytes), 0, maxTitleFileBytes, 0)
    const title: unknown = JSON.parse(buffer.toString('utf8', 0, bytesRead))
    return typeof title === 'string' ? cleanTitle(title) : null
  } catch {
    return null
  } finally {
    await file.close()
  }
}
