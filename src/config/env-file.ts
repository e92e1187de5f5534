import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { settings } from './env.ts'

/** A settings file, in the format of Compose's `env_file` and systemd's `EnvironmentFile`. */
export type EnvFile = {
  path: string
  text: string
  values: Readonly<Record<string, string>>
  /** The names set by the file only, not by the environment. */
  decides: ReadonlySet<string>
}

/** The variable that names the file if `--env-file` does not. */
export const envFileVariable = 'GIFWRIGHT_ENV_FILE'

let envFile: EnvFile | null = null

/** The settings file of this process, or null. */
export function usedEnvFile(): EnvFile | null {
  return envFile
}

/**
 * Adds the settings of a file to the environment, which takes precedence, even with empty values. `option` is the value
 * of `--env-file`, `folder` the base of relative paths. Throws a sentence if the file cannot be read.
 */
export function useEnvFile(option: string | undefined, folder: string): void {
  envFile = null
  const named = option ?? process.env[envFileVariable]
  if (named === undefined || (named === '' && option === undefined)) return
  const origin = option === undefined ? envFileVariable : '--env-file'
  const path = resolve(folder, named)
  const text = readText(path, origin)
  const values = withoutUndefined(parseEnv(text))
  const decides = new Set(Object.keys(values).filter((name) => !isDecided(name, process.env)))
  for (const name of decides) process.env[name] = values[name]
  envFile = { path, text, values, decides }
}

/** Returns true if the environment has this name, or the alternative name of a secret (itself or its file). */
function isDecided(name: string, environment: NodeJS.ProcessEnv): boolean {
  const secret = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : name
  const isSecret = Object.hasOwn(settings, secret) && 'secret' in settings[secret as keyof typeof settings]
  return [name, ...(isSecret ? [secret, `${secret}_FILE`] : [])].some((one) => environment[one] !== undefined)
}

function readText(path: string, origin: string): string {
  try {
    // Some editors start a file with a byte order mark, which would become part of the first name.
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (cause) {
    throw new Error(`${origin} names ${path}, ${whyNot(cause)}.`, { cause })
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'which does not exist',
  ENOTDIR: 'which does not exist',
  EACCES: 'which this user may not read',
  EISDIR: 'which is a folder and must be a file',
}

function whyNot(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown fault'
  return reasons[code] ?? `which cannot be read (${code})`
}

function withoutUndefined(values: NodeJS.Dict<string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
