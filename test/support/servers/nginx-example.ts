import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CleanUp } from '../clean-up.ts'
import { startNginx } from './nginx.ts'

const folder = fileURLToPath(new URL('../../../deploy/', import.meta.url))

/** The lines of a server block about its own address and certificate. */
const ownAddress = /^\s+(?:listen|server_name|ssl_\w+) .*$/gm

/**
 * Starts nginx as deploy/nginx.conf sets it up, with deploy/nginx-media-cache.conf, but without TLS, in front of these
 * servers; ended with the test. Its cache is in `cacheFolder`. Returns its address.
 */
export async function startNginxExample(t: CleanUp, urls: string[], cacheFolder: string): Promise<string> {
  const servers = urls.map((url) => `server ${new URL(url).host} max_fails=1 fail_timeout=10s;`)
  const text = readExample('nginx.conf')
    .replace(/server 127\.0\.0\.1:3000 [^;]+;/, servers.join('\n'))
    .replaceAll('/var/cache/nginx-gifwright', cacheFolder)
    .replace(/# include \S+(nginx-media-cache\.conf);/, (_, name: string) => readExample(name))
  const blocks = text.split(/^server \{$/m)
  const [before = ''] = blocks
  const block = blocks.at(-1) ?? ''
  const body = block.slice(0, block.lastIndexOf('}')).replaceAll(ownAddress, '')
  return (await startNginx(t, body, before)).url
}

/** A file of deploy/. */
export function readExample(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}
