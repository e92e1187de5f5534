import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'

/** The folder for everything that is the same in every run. May be deleted. */
export const keptFolder = join(tmpdir(), 'gifwright-bench-gif')

/** The path of a cached file, which is made first if it is missing. `make` writes to the given path. */
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

/** A cached value, computed first if it is missing. */
export function keptValue<Value>(name: string, make: () => Value): Value {
  const path = kept(name, (path) => writeFileSync(path, JSON.stringify(make())))
  return JSON.parse(readFileSync(path, 'utf8')) as Value
}

/** Runs a program to its end; throws with its output if it fails. */
export function run(program: string, args: string[], cwd?: string): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], ...(cwd ? { cwd } : {}) })
}
