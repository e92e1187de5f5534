import type { Config } from '../config/config.ts'

/**
 * What the operator of an instance without an administrator can do about it: the exact commands, with the program as this
 * process was started and its data folder. An account of which a provider decides the rights needs none.
 */
export function adviseFirstAdmin({ signOn, site }: Pick<Config, 'signOn' | 'site'>): string {
  const lines = ['There is no administrator yet: /admin is closed to everyone.']
  const byGroups = signOn !== null && signOn.rules.adminGroups.length > 0
  const program = programCommand()
  if (byGroups) lines.push('Sign in as somebody in one of OIDC_ADMIN_GROUPS.')
  if (site.passwords) {
    lines.push('To make an administrator, run with the same settings:')
    lines.push(`  ${program} account add you@example.org --admin`)
    lines.push(`  ${program} account password you@example.org`)
  } else if (!byGroups) {
    lines.push('Sign in on the site, then run with the same settings:')
    lines.push(`  ${program} account admin you@example.org`)
  }
  return lines.join('\n')
}

/** The same with its data folder, or through npm. */
function programCommand(): string {
  const { DATA_DIR, npm_lifecycle_event: script, npm_package_name: project } = process.env
  const isByNpm = script === 'start' && project === 'gifwright'
  const words = isByNpm ? ['npm', 'run', '--silent', 'gifwright', '--'] : ownCommand().map(quoteForShell)
  if (DATA_DIR !== undefined && DATA_DIR !== '') words.unshift(`DATA_DIR=${quoteForShell(DATA_DIR)}`)
  return words.join(' ')
}

/** How this process was started, up to the name of the command. */
export function ownCommand(): string[] {
  return [process.argv0, '--', ...process.argv.slice(1, 2)]
}

/** A word as a shell takes it unchanged. */
export function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
