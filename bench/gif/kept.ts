import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'

/** Where everything that comes out the same every time is kept from run to run. May be deleted. */
export const keptFolder = join(tmpdir(), 'gifwright-bench-gif')

/** The path of a kept file, which is made first where it is missing. `make` writes to the path it is given. */
export function kept(name: string, make: (path: string) => void): string {
  const path = join(keptFolder, name)
  if (existsSync(path)) return path
  mkdirSync(dirname(path), { recursive: true })
  const unfinished = `${path}.${process.pid}${extname(path)}`
  try {
    make(unfinished)
    renameSync(unfinished, path)
  } finally {
    rmSync(unfinished, { force: true })
  }
  return path
}

/** A kept value, worked out first where it is missing. */
export function keptValue<Value>(name: string, make: () => Value): Value {
  const path = kept(name, (path) => writeFileSync(path, JSON.stringify(make())))
  return JSON.parse(readFileSync(path, 'utf8')) as Value
}

/** Runs a program to its end; throws with what it said where it fails. */
export function run(program: string, args: string[], cwd?: string): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], ...(cwd ? { cwd } : {}) })
}
