import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'

/**
 * Returns what the operator of an instance without an administrator can do: the exact commands, with the program as this
 * process was started and the settings that name its database. An account of which a provider decides the rights needs none.
 */
export function adviseFirstAdmin({
  signOn,
  site,
  database,
}: Pick<Config, 'signOn' | 'site' | 'database'>): string {
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
  const { GIFWRIGHT_ENV_FILE, DATA_DIR, DATABASE_URL, DATABASE_URL_FILE } = process.env
  const set = (name: string, value: string) => ({ settings: [`${name}=${quoteForShell(value)}`], left: null })
  if (isGiven(GIFWRIGHT_ENV_FILE)) return set('GIFWRIGHT_ENV_FILE', resolve(GIFWRIGHT_ENV_FILE))
  if (database === null)
    return isGiven(DATA_DIR) ? set('DATA_DIR', resolve(DATA_DIR)) : { settings: [], left: null }
  if (isGiven(DATABASE_URL_FILE)) return set('DATABASE_URL_FILE', resolve(DATABASE_URL_FILE))
  const hasSecret =
    !URL.canParse(database.url) || /password/i.test(database.url) || new URL(database.url).password !== ''
  return hasSecret || !isGiven(DATABASE_URL)
    ? { settings: [], left: 'DATABASE_URL' }
    : set('DATABASE_URL', DATABASE_URL)
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined && value !== ''
}

/** How this process was started, up to the name of the command. */
function programCommand(): string[] {
  const { npm_lifecycle_event: script, npm_package_name: project } = process.env
  const isByNpm = script === 'start' && project === 'gifwright'
  return isByNpm ? ['npm', 'run', '--silent', 'gifwright', '--'] : ownCommand().map(quoteForShell)
}

function ownCommand(): string[] {
  return [process.argv0, ...process.argv.slice(1, 2)]
}

function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
