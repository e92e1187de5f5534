import { constants } from 'node:fs'
import { lstat, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FetchedSource, FetchOptions } from '../../../creation/source-fetcher.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { SandboxMode } from '../../../lib/sandbox/sandbox.ts'
import type { FilteringProxy } from '../proxy/filtering-proxy.ts'
import { sourceTooLarge } from '../network-errors.ts'
import { cleanTitle } from '../page/source-title.ts'
import { readYtDlpVerdict, toYtDlpError } from './errors.ts'
import { readYtDlpProgress, ytDlpArguments, ytDlpFiles, ytDlpInput } from './options.ts'
import { describeYtDlp, findYtDlp, runYtDlp } from './program.ts'
import { makeFolder } from '../../../lib/disk/folders.ts'

const maxCpuSeconds = 120
/** Limits memory, because a compressed page may expand to gigabytes. Node, which runs next to it, counts as 650 MB. */
const maxDataBytes = 1_500_000_000
const maxTitleFileBytes = 64 * 1024
/** Beyond the proxy's limit, so that its clearer refusal comes first. */
const fileRoomBytes = 64 * 2 ** 20

export type YtDlpSettings = {
  /** The program; null for none. */
  program: string | null
  /** The folders to find it in, as in PATH. */
  searchPath?: string | undefined
  maxBytes: number
  sandbox?: SandboxMode | undefined
  onUnsandboxed?: ((reason: string) => void) | undefined
  /** Opens the proxy of one run; on a socket in `socketFolder` if yt-dlp has no network. */
  openProxy: (options: FetchOptions, socketFolder: string | undefined) => Promise<FilteringProxy>
}

export type YtDlp = {
  /** Downloads the video of a video site's page to `folder`/source. Throws AppError source_*. */
  fetch(url: URL, folder: string, options: FetchOptions): Promise<FetchedSource>
  /** Describes its isolation to the operator, tested in `folder`; returns undefined without yt-dlp. */
  describeSandbox(folder: string): Promise<string | undefined>
}

/** Reads video sites with yt-dlp, whose only network is the filtering proxy. */
export function createYtDlp({ maxBytes, openProxy, ...settings }: YtDlpSettings): YtDlp {
  const limits = { maxCpuSeconds, maxFileBytes: maxBytes + fileRoomBytes, maxDataBytes }
  const find = findYtDlp({ ...settings, limits })

  return {
    describeSandbox: (folder) => describeYtDlp({ ...settings, limits }, folder),

    async fetch(url, folder, options) {
      const { signal } = options
      const workFolder = join(folder, 'yt-dlp')
      await makeFolder(workFolder)
      let proxy: FilteringProxy | undefined
      try {
        const { path: command, help, prefixIn, isSandboxed } = await find(workFolder, signal)
        proxy = await openProxy(options, isSandboxed ? workFolder : undefined)
        let failure: AppError | undefined
        const { exitCode, errors } = await runYtDlp(command, ytDlpArguments(url, maxBytes, help), {
          folder: workFolder,
          input: ytDlpInput(proxy.url),
          signal,
          maxCpuSeconds,
          prefix: prefixIn(workFolder),
          onLine(line) {
            const fraction = readYtDlpProgress(line)
            if (fraction === undefined) failure ??= readYtDlpVerdict(line, maxBytes)
            else options.onProgress(fraction)
          },
        })
        const video = join(workFolder, ytDlpFiles.video)
        const bytes = await sizeOf(video)
        if (exitCode !== 0 || bytes === 0) throw proxy.refusal() ?? failure ?? toYtDlpError(errors)
        // Fail closed: bytes that bypassed the proxy were not checked.
        if (proxy.connections() === 0)
          throw new AppError('internal', 'The video did not come through the proxy.')
        if (bytes > maxBytes) throw sourceTooLarge(maxBytes)
        const path = join(folder, 'source')
        await rename(video, path)
        return { path, title: await readTitle(join(workFolder, ytDlpFiles.title)) }
      } finally {
        await proxy?.close()
        await rm(workFolder, { recursive: true, force: true })
      }
    },
  }
}

async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isFile() === true ? found.size : 0
}

async function readTitle(path: string): Promise<string | null> {
  // A link could point to any of our files, and a pipe would never end.
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
