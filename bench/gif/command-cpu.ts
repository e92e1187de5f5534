import { spawnSync } from 'node:child_process'

/**
 * Runs a shell command line on one core; returns the CPU seconds of all its programs. Its output is discarded. Throws
 * if it fails.
 */
export function commandCpu(command: string, cwd?: string): number {
  const timed = `set -euo pipefail; TIMEFORMAT='%3U %3S'; { time { ${command}\n}; } | cat > /dev/null`
  const pinned = ['bash', '-c', timed]
  const [program = '', ...args] = hasTaskset ? ['taskset', '-c', '0', ...pinned] : pinned
  const { status, stderr, error } = spawnSync(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    ...(cwd ? { cwd } : {}),
  })
  if (status !== 0) throw new Error(`${command}\n${error?.message ?? stderr}`)
  const [, user, system] = /([\d.]+) ([\d.]+)\s*$/.exec(stderr) ?? []
  return Number(user) + Number(system)
}

/** A word that the shell leaves unchanged. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** A command line of words. */
export function commandLine(words: string[]): string {
  return words.map(quoted).join(' ')
}

const hasTaskset = spawnSync('taskset', ['-c', '0', 'true']).status === 0
