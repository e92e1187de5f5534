import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { envFileVariable, usedEnvFile } from '../config/env-file.ts'

/**
 * Returns advice for the operator of an instance without an administrator: the exact commands, with the way this
 * process was started and the settings that name its database. No account is needed if a provider decides about rights.
 */
export function adviseFirstAdmin({ signOn, site, database }: Config): string {
  const lines = ['There is no administrator yet: /admin is closed to everyone.']
  const byGroups = signOn !== null && signOn.rules.adminGroups.length > 0
  const { settings, left } = databaseSettings(database)
  const program = [...settings, ...programCommand()].join(' ')
  const how = `run with the same settings${left === null ? '' : ` (${left} is secret and left out here)`}:`
  if (byGroups) lines.push('Sign in as someone in one of OIDC_ADMIN_GROUPS.')
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

/**
 * The settings with which a command finds the database of this process, in shell syntax; `left` is one that must not be
 * shown.
 */
function databaseSettings(database: Config['database']): { settings: string[]; left: string | null } {
  const file = usedEnvFile()
  const words = file === null ? [] : [`${envFileVariable}=${quoteForShell(file.path)}`]
  // Commands read the settings in the file themselves.
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

/** The command line that started this process, up to the name of the command. */
function programCommand(): string[] {
  const { npm_lifecycle_event: script, npm_package_name: project } = process.env
  const isByNpm = script === 'start' && project === 'gifwright'
  return isByNpm ? ['npm', 'run', '--silent', 'gifwright', '--'] : ownCommand().map(quoteForShell)
}

/** The command line that started this process, up to the name of the command. */
export function ownCommand(): string[] {
  return [process.argv0, '--', ...process.argv.slice(1, 2)]
}

/** Quotes a word so that a shell takes it unchanged. */
export function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
