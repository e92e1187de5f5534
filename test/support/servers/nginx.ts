import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { cleanUp, type CleanUp } from '../clean-up.ts'
import { until } from '../until.ts'
import { freePort } from './free-port.ts'

/** The reason that nginx cannot be tested; false if it can. */
export const noNginx = spawnSync('nginx', ['-v']).status !== 0 && 'nginx is not installed here'

/**
 * Starts nginx on loopback, as one process, with one server block and the text before it; ended with the test. With
 * `user` (a user and a group), a second process running as that user answers, which takes root. Returns its address and
 * process id.
 */
export async function startNginx(
  t: CleanUp,
  serverBlock: string,
  before = '',
  user?: string,
): Promise<{ url: string; pid: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-nginx-'))
  const port = await freePort()
  const owner = user ?? (userInfo().uid === 0 ? 'root' : null)
  // Its own user reaches the files of bodies in it.
  if (user !== undefined) await chmod(folder, 0o711)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n')
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; master_process ${user === undefined ? 'off' : 'on'}; ${owner === null ? '' : `user ${owner};`} pid ${join(folder, 'pid')}; error_log stderr crit;
    events { }
    http { access_log off; sendfile on; keepalive_requests 1000000000; ${paths} ${before}
      server { listen 127.0.0.1:${port}; ${serverBlock} }
    }`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  cleanUp(t, async () => {
    child.kill('SIGQUIT')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  await until('nginx answers', () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  )
  return { url, pid: child.pid! }
}
