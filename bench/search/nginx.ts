import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { userInfo } from 'node:os'
import { until } from '../../test/support/until.ts'
import { freePort } from '../../test/support/servers/free-port.ts'

export type Nginx = { url: string; pid: number; child: ChildProcess }

/** Starts nginx with one worker on files of these sizes, `/file/SIZE`; undefined if it is not installed. */
export async function startNginx(folder: string, sizes: readonly number[]): Promise<Nginx | undefined> {
  if (spawnSync('nginx', ['-v']).status !== 0) return undefined
  const files = join(folder, 'nginx', 'file')
  await mkdir(files, { recursive: true, mode: 0o755 })
  for (const bytes of sizes) await writeFile(join(files, String(bytes)), Buffer.alloc(bytes, 'x'))
  const port = await freePort()
  const config = join(folder, 'nginx', 'nginx.conf')
  const user = userInfo().uid === 0 ? 'user root;' : ''
  await writeFile(
    config,
    `daemon off; master_process off; ${user} pid ${join(folder, 'nginx', 'pid')}; error_log stderr crit;
    events { }
    http {
      access_log off; sendfile on; keepalive_requests 1000000000; default_type image/gif;
      server { listen 127.0.0.1:${port}; root ${join(folder, 'nginx')}; }
    }`,
  )
  const child = spawn('nginx', ['-c', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  await once(child, 'spawn')
  const url = `http://127.0.0.1:${port}`
  await until(
    'nginx answers',
    async () => (await fetch(`${url}/file/${sizes[0]}`).catch(() => null))?.ok === true,
  )
  return { url, pid: child.pid!, child }
}
