import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUp, type CleanUp } from '../clean-up.ts'
import { until } from '../until.ts'
import { freePort } from './free-port.ts'

/** The reason that Caddy cannot be tested; false if it can. */
export const noCaddy = spawnSync('caddy', ['version']).status !== 0 && 'Caddy is not installed here'

/**
 * Starts Caddy on loopback with a Caddyfile whose site is gifs.example.org, without TLS; ended with the test. `inside`:
 * a command that runs the one after it, such as `setpriv`. Returns its address.
 */
export async function startCaddy(t: CleanUp, caddyfile: string, inside: string[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-caddy-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const text = `{\n\tadmin off\n}\n${caddyfile.replace('gifs.example.org', url)}`
  await writeFile(join(folder, 'Caddyfile'), text)
  const config = spawnSync('caddy', ['adapt', '--config', join(folder, 'Caddyfile')], { encoding: 'utf8' })
  if (config.status !== 0) throw new Error(config.stderr)
  const child = spawn('env', [...inside, 'caddy', 'run', '--config', '-'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env.PATH },
  })
  child.stdin.end(config.stdout)
  const ended = once(child, 'exit')
  cleanUp(t, async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  await until('Caddy answers', () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  )
  return url
}
