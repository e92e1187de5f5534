import type { Setting } from './setting.ts'
import { compatSettings } from './settings/compat.ts'
import { creationSettings } from './settings/creation.ts'
import { dataSettings } from './settings/data.ts'
import { discoverySettings } from './settings/discovery.ts'
import { visitorSettings } from './settings/visitors.ts'
import { serviceSettings } from './settings/service.ts'
import { sourceSettings } from './settings/sources.ts'
import { upstreamSettings } from './settings/upstream.ts'

/** Every setting by group, in the order of `docs/operating.md`, which is generated from this table. */
export const settingGroups: Record<string, Record<string, Setting<unknown>>> = {
  Service: serviceSettings,
  Data: dataSettings,
  'Making GIFs': creationSettings,
  'Video links': sourceSettings,
  Discovery: discoverySettings,
  Apps: compatSettings,
  'Upstream server': upstreamSettings,
  'Accounts and limits': visitorSettings,
}

export const settings = {
  ...serviceSettings,
  ...dataSettings,
  ...creationSettings,
  ...sourceSettings,
  ...discoverySettings,
  ...compatSettings,
  ...upstreamSettings,
  ...visitorSettings,
} satisfies Record<string, Setting<unknown>>

export type Env = {
  [Name in keyof typeof settings]: (typeof settings)[Name] extends Setting<infer T> ? T : never
}

/** Parses every setting. Throws one Error that lists all mistakes. An empty value counts as unset. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const mistakes: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(settings)) {
    const value = source[name]?.trim()
    try {
      values[name] = value === undefined || value === '' ? setting.default : setting.parse(value)
    } catch (error) {
      mistakes.push(`${name} ${error instanceof Error ? error.message : 'is invalid'}, not "${value}"`)
    }
  }
  if (mistakes.length > 0) throw new Error(`Invalid settings:\n  ${mistakes.join('\n  ')}`)
  return values as Env
}

/** The folders in which ffmpeg and yt-dlp are looked up. */
export function searchPath(): string {
  return process.env.PATH ?? ''
}

const unsupported = ['DATABASE_URL', 'S3_BUCKET', 'S3_ENDPOINT']

/** Settings for larger installations that are set but have no effect: this version stores everything in DATA_DIR. */
export function settingsWithoutEffect(): string[] {
  return unsupported.filter((name) => (process.env[name] ?? '') !== '')
}
