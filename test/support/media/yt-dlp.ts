import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createYtDlp, type YtDlpSettings } from '../../../src/adapters/sources/yt-dlp/yt-dlp.ts'
import { page, startOrigin } from '../http/origin-server.ts'
import { fakeNetwork, publicIp, startFetching } from './source-fetching.ts'
import { cleanUp } from '../clean-up.ts'

/** The real yt-dlp of this machine; an empty text without one. */
export const installed = spawnSync('sh', ['-c', 'command -v yt-dlp']).stdout.toString().trim()

/** For tests that need it. */
export const real = { skip: installed === '' ? 'yt-dlp is not installed' : false }

/** A site for which yt-dlp has an extractor, which reads `<source>` or `og:video` of the page, also over http. */
export const site = 'share.glide.me'
export const watch = `http://${site}/frog1`

export const frogPage = (address: string) =>
  page(`<title>Frog &#8211; é</title><video><source src="${address}"></video>`)

/** The site and the targets of its pages, behind a fetcher that reads it by yt-dlp. */
export async function startSite(
  t: TestContext,
  routes: Parameters<typeof startOrigin>[1],
  settings: object = {},
) {
  const origin = await startOrigin(t, routes)
  const names = { [site]: [publicIp], 'cdn.example.com': [publicIp], 'inside.example.com': ['127.0.0.1'] }
  const network = fakeNetwork(names, { [`${publicIp}:80`]: origin.port })
  const fetching = await startFetching(
    t,
    { ytDlpPath: 'yt-dlp', ytDlpSites: ['glide.me'], ...settings },
    network,
  )
  return { ...fetching, ...network, origin }
}

/** A folder that is removed with the test. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-script-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}

export async function writeProgram(path: string, text: string): Promise<void> {
  await writeFile(path, text)
  await chmod(path, 0o755)
}

/** A replacement of yt-dlp: a shell script that runs `body`, and `help` when its options are queried. */
export async function startScript(
  t: TestContext,
  body: string,
  help = 'exit 0',
  settings: Partial<YtDlpSettings> = {},
) {
  const folder = await temporaryFolder(t)
  const program = join(folder, 'program')
  await writeProgram(program, `#!/bin/sh\ncase "$*" in *--help*) ${help};; esac\n${body}\n`)
  return { folder, ...runInsteadOfYtDlp(folder, program, settings) }
}

/** A proxy that is never called; `connections` is the number of connections that it reports. */
export const idleProxy = (connections = 0) => ({
  url: 'http://127.0.0.1:1',
  connections: () => connections,
  refusal: () => undefined,
  close: async () => {},
})

/** Reads `watch` by `program`, by default without a sandbox and with a proxy that is never called. */
export function runInsteadOfYtDlp(
  folder: string,
  program: string | null,
  settings: Partial<YtDlpSettings> = {},
) {
  const abort = new AbortController()
  const openProxy = () => Promise.resolve(idleProxy())
  const ytDlp = createYtDlp({ program, sandbox: 'off', maxBytes: 10 ** 6, openProxy, ...settings })
  const options = { signal: abort.signal, onProgress: () => {} }
  return {
    abort,
    run: () => ytDlp.fetch(new URL(watch), folder, options),
    describeSandbox: () => ytDlp.describeSandbox(folder),
  }
}
