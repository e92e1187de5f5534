import { readFileSync, statSync } from 'node:fs'
import type { Setting } from './setting.ts'
import { clusterSettings } from './settings/cluster.ts'
import { compatSettings, upstreamSettings } from './settings/compat.ts'
import { creationSettings } from './settings/creation.ts'
import { dataSettings } from './settings/data.ts'
import { visitorSettings } from './settings/visitors.ts'
import { signOnSettings } from './settings/sign-on.ts'
import { collectionSettings, discoverySettings, publishingSettings } from './settings/catalogue.ts'
import { serviceSettings } from './settings/service.ts'
import { sourceSettings } from './settings/sources.ts'
import { traceSettings } from './settings/traces.ts'

/** Larger than any secret or list of keys. */
const maxSecretBytes = 65_536

/** Every setting by group, in the order of `docs/operating.md`, which is generated from this table. */
export const settingGroups: Record<string, Record<string, Setting<unknown>>> = {
  Service: serviceSettings,
  Data: dataSettings,
  'More than one machine': clusterSettings,
  'Making GIFs': creationSettings,
  Publishing: publishingSettings,
  'Video links': sourceSettings,
  Discovery: discoverySettings,
  Apps: compatSettings,
  'Upstream server': upstreamSettings,
  'Accounts and limits': visitorSettings,
  'Favorites and collections': collectionSettings,
  'Sign-on': signOnSettings,
  Traces: traceSettings,
}

export const settings = {
  ...serviceSettings,
  ...dataSettings,
  ...clusterSettings,
  ...creationSettings,
  ...publishingSettings,
  ...sourceSettings,
  ...discoverySettings,
  ...compatSettings,
  ...upstreamSettings,
  ...visitorSettings,
  ...collectionSettings,
  ...signOnSettings,
  ...traceSettings,
} satisfies Record<string, Setting<unknown>>

export type Env = {
  [Name in keyof typeof settings]: (typeof settings)[Name] extends Setting<infer T> ? T : never
}

/** Settings that cannot be used: one sentence for each, without the values of secrets. */
export class InvalidSettings extends Error {
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(`Invalid settings:\n  ${mistakes.join('\n  ')}`)
    this.mistakes = mistakes
  }
}

/** Parses every setting; an empty value counts as unset. Throws InvalidSettings with all mistakes. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const mistakes: string[] = []
  const values: Record<string, unknown> = {}
  const all: Record<string, Setting<unknown>> = settings
  for (const [name, setting] of Object.entries(all)) {
    const text = setting.secret ? readSecret(source, name) : { value: valueOf(source, name) }
    if ('mistake' in text) {
      mistakes.push(text.mistake)
      continue
    }
    const { value } = text
    try {
      values[name] = value === '' ? setting.default : setting.parse(value)
    } catch (error) {
      const shown = setting.secret ? '' : `, not "${value}"`
      mistakes.push(`${name} ${error instanceof Error ? error.message : 'is invalid'}${shown}`)
    }
  }
  if (mistakes.length > 0) throw new InvalidSettings(mistakes)
  return values as Env
}

function valueOf(source: Record<string, string | undefined>, name: string): string {
  return source[name]?.trim() ?? ''
}

/**
 * The value of a secret, from its variable or from the file named by NAME_FILE, as Docker and systemd provide secrets.
 */
function readSecret(
  source: Record<string, string | undefined>,
  name: string,
): { value: string } | { mistake: string } {
  const value = valueOf(source, name)
  const path = valueOf(source, `${name}_FILE`)
  if (path === '') return { value }
  if (value !== '') return { mistake: `${name} and ${name}_FILE are both set; remove one of them` }
  try {
    const { size } = statSync(path)
    if (size > maxSecretBytes) return { mistake: `${name}_FILE names a file that is too large: "${path}"` }
    const secret = readFileSync(path, 'utf8').trim()
    return secret === '' ? { mistake: `${name}_FILE names an empty file: "${path}"` } : { value: secret }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return { mistake: `${name}_FILE names a file that cannot be read${code}: "${path}"` }
  }
}

/** The folders searched for ffmpeg and yt-dlp. */
export function searchPath(): string {
  return process.env.PATH ?? ''
}
