import { spawnSync } from 'node:child_process'

const unshare = ['--mount', '--propagation', 'private']
const asUser = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']

/** For tests that mount folders invisible to other processes of this machine. */
export const privateMounts = {
  skip:
    spawnSync('unshare', [...asUser, ...unshare, 'true']).status === 0
      ? false
      : 'mounting is not possible here',
}

/** Runs a shell script with private mounts; its arguments are `$1` and on. Returns its output. Throws if it fails. */
export function withPrivateMounts(script: string, args: string[]): string {
  const words = [...asUser, ...unshare, 'sh', '-ec', script, 'sh', ...args]
  const { status, stdout, stderr } = spawnSync('unshare', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${stdout}${stderr}`)
  return stdout
}
