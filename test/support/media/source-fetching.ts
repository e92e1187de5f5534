import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { ResolvedAddress } from '../../../src/adapters/sources/guard/address-guard.ts'
import type { Resolve } from '../../../src/adapters/sources/guard/address-guard.ts'
import type { Dial } from '../../../src/adapters/sources/guard/guarded-connect.ts'
import { createSourceFetcher, type SourceSettings } from '../../../src/adapters/sources/source-fetcher.ts'
import { AppError } from '../../../src/lib/app-error.ts'
import { cleanUp } from '../clean-up.ts'

/** An address that is public by its number; tests never connect to it. */
export const publicIp = '93.184.216.34'

/** The outside network as a test defines it: names, and the server behind each address and port. */
export function fakeNetwork(names: Record<string, string[]>, ports: Record<string, number>) {
  const resolved: string[] = []
  const dialled: string[] = []
  const resolve: Resolve = (host) => {
    resolved.push(host)
    const found = names[host]
    if (found !== undefined) return Promise.resolve(found.map(toResolved))
    return Promise.reject(Object.assign(new Error('unknown name'), { code: 'ENOTFOUND' }))
  }
  const dial: Dial = ({ port, addresses }) => {
    const target = `${addresses.map(({ address }) => address).join(',')}:${port}`
    dialled.push(target)
    return connect({ host: '127.0.0.1', port: ports[target] ?? 1 })
  }
  return { resolve, dial, resolved, dialled }
}

export function toResolved(address: string): ResolvedAddress {
  return { address, family: address.includes(':') ? 6 : 4 }
}

/** A fetcher with a folder of its own, and a function that calls it. */
export async function startFetching(
  t: TestContext,
  settings: Partial<SourceSettings> = {},
  network: { resolve?: Resolve; dial?: Dial } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-sources-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const fetcher = createSourceFetcher(
    {
      allowedHosts: [],
      ports: [80, 443, 8080, 8443],
      maxBytes: 2 ** 20,
      timeoutSeconds: 30,
      ytDlpPath: null,
      ...settings,
    },
    network,
  )
  const progress: number[] = []
  const abort = new AbortController()
  return {
    fetcher,
    folder,
    progress,
    abort,
    files: () => readdir(folder),
    /** Fetches and reads the result. */
    fetch: async (url: URL | string) => {
      const { path, title } = await fetcher.fetch(new URL(url), folder, {
        signal: abort.signal,
        onProgress: (fraction) => progress.push(fraction),
      })
      return { path, title, bytes: await readFile(path) }
    },
  }
}

/** For `assert.rejects` and `assert.throws`: an AppError with this code, about `url`, in a sentence. */
export function appError(code: string, more: { retry?: boolean; message?: RegExp } = {}) {
  return (error: unknown) => {
    if (!(error instanceof AppError)) throw new Error(`not an AppError: ${String(error)}`, { cause: error })
    const fits =
      error.code === code &&
      error.field === 'url' &&
      error.message.endsWith('.') &&
      error.retry === (more.retry ?? false) &&
      (more.message ?? /./).test(error.message)
    if (!fits) throw new Error(`${error.code} (retry ${error.retry}): ${error.message}`, { cause: error })
    return true
  }
}
