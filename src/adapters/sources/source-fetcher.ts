import manifest from '../../../package.json' with { type: 'json' }
import type { SourceFetcher } from '../../creation/source-fetcher.ts'
import { AppError } from '../../lib/app-error.ts'
import { createAddressGuard } from './address-guard.ts'
import { openFilteringProxy } from './filtering-proxy.ts'
import { createGuardedConnect, type Dial, type Resolve } from './guarded-connect.ts'
import { createHttpClient } from './http-client.ts'
import { createHttpSource } from './http-source.ts'
import { defaultSharingSites, isSharingPage } from './sharing-sites.ts'
import { createYtDlp } from './yt-dlp.ts'

/** Pages and lists come through the proxy as well as the video. */
const proxyExtraBytes = 32 * 2 ** 20

export type SourceSettings = {
  /** Exact `IP:port` pairs that may be private. */
  allowedHosts: readonly string[]
  /** The ports that an address may name. */
  ports: readonly number[]
  /** The most that a video may have. */
  maxBytes: number
  /** The longest that one fetch may take, all of it. */
  timeoutSeconds: number
  /** The program; null when there is none. */
  ytDlpPath: string | null
  /** The folders where it is looked for, as in PATH; the usual ones unless told. */
  searchPath?: string | undefined
  /** Hosts whose pages are read by yt-dlp, with their subdomains. */
  ytDlpSites?: readonly string[]
}

/**
 * The fetcher of video addresses: sharing sites by yt-dlp, all else by our own client; the same guard stands
 * before both. `resolve` and `dial` replace the network in tests.
 */
export function createSourceFetcher(
  settings: SourceSettings,
  network: { resolve?: Resolve; dial?: Dial } = {},
): SourceFetcher {
  const { maxBytes, timeoutSeconds, ytDlpPath, searchPath, ytDlpSites = defaultSharingSites } = settings
  const guard = createAddressGuard(settings)
  const connect = createGuardedConnect(guard, network)
  const client = createHttpClient(guard, connect, `Gifwright/${manifest.version}`)
  const http = createHttpSource(client, maxBytes)
  const ytDlp = createYtDlp({
    program: ytDlpPath,
    searchPath,
    maxBytes,
    openProxy: (signal) =>
      openFilteringProxy(guard, connect, { maxBytes: maxBytes + proxyExtraBytes, signal }),
  })

  return {
    check: (address) => guard.check(address),

    async fetch(address, folder, { signal, onProgress }) {
      const url = guard.check(address.href)
      const deadline = AbortSignal.timeout(timeoutSeconds * 1000)
      const source = isSharingPage(url, ytDlpSites) ? ytDlp : http
      try {
        return await source.fetch(url, folder, { signal: AbortSignal.any([signal, deadline]), onProgress })
      } catch (error) {
        signal.throwIfAborted()
        if (!deadline.aborted) throw error
        const message = `The video could not be fetched within ${timeoutSeconds} seconds.`
        // Not tried again: a source that is slow once would hold a worker's place three times as long.
        throw new AppError('source_unreachable', message, { field: 'url', cause: error })
      }
    },
  }
}
