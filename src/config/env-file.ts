import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { settings } from './env.ts'

/** A file of settings, as Compose's `env_file` and systemd's `EnvironmentFile` read it too. */
export type EnvFile = {
  path: string
  text: string
  values: Readonly<Record<string, string>>
  /** The names that the file decides: the environment has them not. */
  decides: ReadonlySet<string>
}

/** The variable that names the file where `--env-file` does not. */
export const envFileVariable = 'GIFWRIGHT_ENV_FILE'

let envFile: EnvFile | null = null

/** The file of settings of this process; null where there is none. */
export function usedEnvFile(): EnvFile | null {
  return envFile
}

/**
 * Adds the settings of a file to the environment, which comes first: what it has, also empty, stays. `option` is what
 * `--env-file` names, `folder` where a path begins. Throws a sentence for a file that cannot be read.
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

/** Whether the environment has this name, or the other one of a secret: itself or its file. */
function isDecided(name: string, environment: NodeJS.ProcessEnv): boolean {
  const secret = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : name
  const isSecret = Object.hasOwn(settings, secret) && 'secret' in settings[secret as keyof typeof settings]
  return [name, ...(isSecret ? [secret, `${secret}_FILE`] : [])].some((one) => environment[one] !== undefined)
}

function readText(path: string, origin: string): string {
  try {
    // Some editors begin a file with a byte order mark, which would be a part of the first name.
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
