import { type EnvFile, usedEnvFile } from './env-file.ts'
import { readEnv, settingGroups, settings } from './env.ts'
import { hideInAddress, hideSecret } from './hide-secrets.ts'
import type { Setting } from './setting.ts'

export type SettingInForce = {
  group: string
  name: string
  /** The value with secrets hidden; null if it is unset. */
  value: string | number | null
  from: 'environment' | 'file' | 'default'
  /** The file it comes from: the settings file, or the file of this secret. */
  file: string | null
}

type Source = Record<string, string | undefined>

/** Every setting with its value and source. Throws like `readEnv`. */
export function settingsInForce(
  source: Source = process.env,
  envFile: EnvFile | null = usedEnvFile(),
): SettingInForce[] {
  const env: Record<string, unknown> = readEnv(source)
  return Object.entries(settingGroups).flatMap(([group, ofGroup]) =>
    Object.entries(ofGroup).map(([name, setting]) => ({
      group,
      name,
      value: shown(setting, env[name]),
      ...originOf(name, setting, source, envFile),
    })),
  )
}

/** The settings that differ from their defaults, without secrets. Throws like `readEnv`. */
export function changedSettings(): Record<string, unknown> {
  const defaults: Record<string, Setting<unknown>> = settings
  const isDefault = ({ name, value }: SettingInForce) => {
    const setting = defaults[name]
    return setting !== undefined && JSON.stringify(shown(setting, setting.default)) === JSON.stringify(value)
  }
  const changed = settingsInForce().filter((one) => one.from !== 'default' && !isDefault(one))
  return Object.fromEntries(changed.map(({ name, value }) => [name, value]))
}

function shown(setting: Setting<unknown>, value: unknown): string | number | null {
  const text = Array.isArray(value) ? value.join(',') : value
  if (setting.secret === true) return typeof text === 'string' && text !== '' ? hideSecret(text) : null
  if (typeof text === 'number') return text
  return typeof text === 'string' ? hideInAddress(text) : null
}

function originOf(
  name: string,
  setting: Setting<unknown>,
  source: Source,
  envFile: EnvFile | null,
): Pick<SettingInForce, 'from' | 'file'> {
  const names = setting.secret === true ? [name, `${name}_FILE`] : [name]
  const set = names.find((one) => (source[one]?.trim() ?? '') !== '')
  if (set === undefined) return { from: 'default', file: null }
  const secretFile = set === name ? null : (source[set]?.trim() ?? null)
  if (envFile?.decides.has(set) === true) return { from: 'file', file: secretFile ?? envFile.path }
  return secretFile === null ? { from: 'environment', file: null } : { from: 'file', file: secretFile }
}
