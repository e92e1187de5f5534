import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { envFileVariable, usedEnvFile } from '../config/env-file.ts'

/**
 * Returns what the operator of an instance without an administrator can do: the exact commands, with the program as this
 * process was started and the settings that name its database. An account of which a provider decides the rights needs none.
 */
export function adviseFirstAdmin({ signOn, site, database }: Config): string {
  const lines = ['There is no administrator yet: /admin is closed to everyone.']
  const byGroups = signOn !== null && signOn.rules.adminGroups.length > 0
  const { settings, left } = databaseSettings(database)
  const program = [...settings, ...programCommand()].join(' ')
  const how = `run with the same settings${left === null ? '' : ` (${left} is secret: these lines leave it out)`}:`
  if (byGroups) lines.push('Sign in as somebody in one of OIDC_ADMIN_GROUPS.')
  if (site.passwords) {
    lines.push(`To make an administrator, ${how}`)
    lines.push(`  ${program} account add you@example.org --admin`)
    lines.push(`  ${program} account password you@example.org`)
  } else if (!byGroups) {
    lines.push(`Sign in on the site, then ${how}`)
    lines.push(`  ${program} account admin you@example.org`)
  }
  return lines.join('\n')
}

/** The settings by which a command finds the database of this process, for a shell; `left` is one that is not to be shown. */
function databaseSettings(database: Config['database']): { settings: string[]; left: string | null } {
  const file = usedEnvFile()
  const words = file === null ? [] : [`${envFileVariable}=${quoteForShell(file.path)}`]
  // What the file has, commands read from it.
  const given = (name: string) => (file?.decides.has(name) === true ? '' : (process.env[name] ?? ''))
  const set = (name: string, value: string) => ({
    settings: [...words, ...(value === '' ? [] : [`${name}=${quoteForShell(value)}`])],
    left: null,
  })
  if (database === null) return set('DATA_DIR', given('DATA_DIR') === '' ? '' : resolve(given('DATA_DIR')))
  if (given('DATABASE_URL_FILE') !== '') return set('DATABASE_URL_FILE', resolve(given('DATABASE_URL_FILE')))
  const url = given('DATABASE_URL')
  const hasSecret = !URL.canParse(url) || /password/i.test(url) || new URL(url).password !== ''
  return url !== '' && hasSecret ? { settings: words, left: 'DATABASE_URL' } : set('DATABASE_URL', url)
}

/** How this process was started, up to the name of the command. */
function programCommand(): string[] {
  const { npm_lifecycle_event: script, npm_package_name: project } = process.env
  const isByNpm = script === 'start' && project === 'gifwright'
  return isByNpm ? ['npm', 'run', '--silent', 'gifwright', '--'] : ownCommand().map(quoteForShell)
}

/** How this process was started, up to the name of the command. */
export function ownCommand(): string[] {
  return [process.argv0, '--', ...process.argv.slice(1, 2)]
}

/** A word as a shell takes it unchanged. */
export function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
