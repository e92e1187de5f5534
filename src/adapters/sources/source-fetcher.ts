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
import { type TransferLimits, defaultTransferLimits } from './transfer-limits.ts'
import { createYtDlp, type YtDlp } from './yt-dlp/yt-dlp.ts'
import { proxySocket } from './yt-dlp/sandbox.ts'

/** An error after this share of the time is not retried: a slow source would occupy a worker again and again. */
const retryableShare = 0.25
/** Pages and playlists pass through the proxy as well as the video. */
const proxyExtraBytes = 32 * 2 ** 20

type GuardedSettings = {
  /** Exact `IP:port` pairs that may be private. */
  allowedHosts: readonly string[]
  /** The ports that an address may use. */
  ports: readonly number[]
  /** The hosts of this service, names or IP addresses, which are not fetched from. */
  ownHosts?: readonly string[]
  /** True to refuse the addresses of these hosts under other names too; default: true. */
  refuseOwnAddresses?: boolean
  /** The limits of each connection. */
  transferLimits?: TransferLimits
}

export type SourceSettings = GuardedSettings & {
  /** The largest video, in bytes. */
  maxBytes: number
  /** The longest that a whole fetch may take. */
  timeoutSeconds: number
  /** The program; null for none. */
  ytDlpPath: string | null
  /** The folders to find it in, as in PATH. */
  searchPath?: string | undefined
  /** Hosts whose pages yt-dlp reads, with their subdomains. */
  ytDlpSites?: readonly string[]
  /** The sandbox mode of yt-dlp; default: `auto`. */
  sandbox?: SandboxMode
  /** Called once with the reason when yt-dlp runs without the wanted sandbox. */
  onUnsandboxed?: (reason: string) => void
}

/**
 * Fetches video links: pages of video sites with yt-dlp, everything else with the HTTP client, both behind the same guard.
 * `network` replaces name resolution and connections in tests.
 */
export function createSourceFetcher(
  settings: SourceSettings,
  network: Network = {},
): SourceFetcher & Pick<YtDlp, 'describeSandbox'> {
  const { maxBytes, timeoutSeconds, ytDlpPath, searchPath, ytDlpSites = defaultSharingSites } = settings
  const { guard, connect, client, limits } = guardedClient(settings, network)
  const http = createHttpSource(client, maxBytes)
  const ytDlp = createYtDlp({
    program: ytDlpPath,
    searchPath,
    maxBytes,
    sandbox: settings.sandbox,
    onUnsandboxed: settings.onUnsandboxed,
    openProxy: ({ signal, reserve }, folder) =>
      openFilteringProxy(guard, connect, {
        maxBytes: maxBytes + proxyExtraBytes,
        signal,
        limits,
        reserve,
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
          throw performance.now() - startedAt > retryableShare * timeoutMs ? withoutRetry(error) : error
        const message = `The video could not be fetched within ${timeoutSeconds} seconds.`
        throw new AppError('source_unreachable', message, { field: 'url', cause: error })
      }
    },
  }
}

/**
 * Returns the client for requests to other servers, behind the guard. `network` replaces name resolution and
 * connections in tests.
 */
export function guardedClient(settings: GuardedSettings, network: Network = {}) {
  const limits = settings.transferLimits ?? defaultTransferLimits
  const guard = createAddressGuard(settings)
  const { ownHosts = [], refuseOwnAddresses = true } = settings
  const connect = createGuardedConnect(
    guard,
    { ...network, ownHosts: refuseOwnAddresses ? ownHosts : [] },
    limits,
  )
  const client = createHttpClient(guard, connect, `Gifwright/${manifest.version}`, limits)
  return { guard, connect, client, limits }
}

/** Returns the same error, but not to be retried. */
function withoutRetry(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.retry) return error
  if (error.code === 'internal' || error.reason === 'no_space') return error
  return new AppError(error.code, error.message, { field: 'url', cause: error.cause })
}
