import manifest from '../../../package.json' with { type: 'json' }
import type { SourceFetcher } from '../../creation/source-fetcher.ts'
import { AppError } from '../../lib/app-error.ts'
import type { SandboxMode } from '../../lib/sandbox/sandbox.ts'
import { createAddressGuard } from './guard/address-guard.ts'
import { openFilteringProxy } from './proxy/filtering-proxy.ts'
import { createGuardedConnect, type Network } from './guard/guarded-connect.ts'
import { createHttpClient } from './fetch/http-client.ts'
import { createHttpSource } from './fetch/http-source.ts'
import { defaultSharingSites, isSharingPage } from './yt-dlp/sharing-sites.ts'
import { type TransferLimits, usualTransferLimits } from './transfer-limits.ts'
import { createYtDlp, type YtDlp } from './yt-dlp/yt-dlp.ts'
import { proxySocket } from './yt-dlp/sandbox.ts'

/** A fault after this part of the time is the last: a slow source would hold a worker's place again and again. */
const retriedPart = 0.25
/** Pages and lists come through the proxy as well as the video. */
const proxyExtraBytes = 32 * 2 ** 20

export type SourceSettings = {
  /** Exact `IP:port` pairs that may be private. */
  allowedHosts: readonly string[]
  /** The ports that an address may name. */
  ports: readonly number[]
  /** The hosts of this service, names or IP addresses, which are not fetched from. */
  ownHosts?: readonly string[]
  /** Whether what these hosts resolve to is refused under other names too; true unless told. */
  refuseOwnAddresses?: boolean
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
  /** Whether yt-dlp runs in a sandbox; `auto` unless told. */
  sandbox?: SandboxMode
  /** Told, once, why yt-dlp runs without a sandbox although one is wanted. */
  onUnsandboxed?: (reason: string) => void
  /** What bounds each connection; the usual unless told. */
  transferLimits?: TransferLimits
}

/**
 * The fetcher of video addresses: sharing sites by yt-dlp, all else by our own client; the same guard stands
 * before both. `resolve` and `dial` replace the network in tests.
 */
export function createSourceFetcher(
  settings: SourceSettings,
  network: Network = {},
): SourceFetcher & Pick<YtDlp, 'describeSandbox'> {
  const { maxBytes, timeoutSeconds, ytDlpPath, searchPath, ytDlpSites = defaultSharingSites } = settings
  const limits = settings.transferLimits ?? usualTransferLimits
  const guard = createAddressGuard(settings)
  const { ownHosts = [], refuseOwnAddresses = true } = settings
  const connect = createGuardedConnect(
    guard,
    { ...network, ownHosts: refuseOwnAddresses ? ownHosts : [] },
    limits,
  )
  const client = createHttpClient(guard, connect, `Gifwright/${manifest.version}`, limits)
  const http = createHttpSource(client, maxBytes)
  const ytDlp = createYtDlp({
    program: ytDlpPath,
    searchPath,
    maxBytes,
    sandbox: settings.sandbox,
    onUnsandboxed: settings.onUnsandboxed,
    openProxy: ({ signal, reserve }, folder) =>
      openFilteringProxy(guard, connect, {
        ...{ maxBytes: maxBytes + proxyExtraBytes, signal, limits, reserve },
        socket: folder === undefined ? undefined : { folder, ...proxySocket },
      }),
  })

  return {
    check: (address) => guard.check(address),
    describeSandbox: (folder) => ytDlp.describeSandbox(folder),

    async fetch(address, folder, { signal, ...options }) {
      const url = guard.check(address.href)
      const timeoutMs = timeoutSeconds * 1000
      const deadline = AbortSignal.timeout(timeoutMs)
      const startedAt = performance.now()
      const source = isSharingPage(url, ytDlpSites) ? ytDlp : http
      try {
        return await source.fetch(url, folder, { ...options, signal: AbortSignal.any([signal, deadline]) })
      } catch (error) {
        signal.throwIfAborted()
        if (!deadline.aborted)
          throw performance.now() - startedAt > retriedPart * timeoutMs ? last(error) : error
        const message = `The video could not be fetched within ${timeoutSeconds} seconds.`
        throw new AppError('source_unreachable', message, { field: 'url', cause: error })
      }
    },
  }
}

/** The same fault of the source, not to be tried again. */
function last(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.retry) return error
  if (error.code === 'internal' || error.reason === 'no_space') return error
  return new AppError(error.code, error.message, { field: 'url', cause: error.cause })
}
