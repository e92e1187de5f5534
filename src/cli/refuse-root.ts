import { basename } from 'node:path'
import { foreignOwner } from '../app/data-owner.ts'
import type { Config } from '../config/config.ts'
import { envFileVariable } from '../config/env-file.ts'
import { ownCommand, quoteForShell } from './first-admin.ts'

/** Throws a sentence if root runs a command on another user's data, with the command for that user to run. */
export async function refuseForeignData(config: Config, args: readonly string[]): Promise<void> {
  const owner = await foreignOwner(config)
  if (owner === null) return
  throw new Error(
    `DATA_DIR ${config.data.folder} belongs to ${owner}, who could not read files made by root. Run this as that user:\n  ${commandOf(owner, args)}`,
  )
}

/** sudo drops variables, so the ones that locate the data are repeated. */
function commandOf(owner: string, args: readonly string[]): string {
  const variables = [envFileVariable, 'DATA_DIR'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined || value === '' || isInOption(args) ? [] : [`${name}=${value}`]
  })
  // Here a shell stores the command it ran; Node only knows the file behind the link.
  const program = basename(process.env._ ?? '') === 'gifwright' ? ['gifwright'] : ownCommand()
  const words = [
    'sudo',
    '-u',
    owner,
    ...(variables.length === 0 ? [] : ['env', ...variables]),
    ...program,
    ...args,
  ]
  return words.map(quoteForShell).join(' ')
}

/** Returns true if an option names the settings file, which then contains the folder. */
function isInOption(args: readonly string[]): boolean {
  return args.some((arg) => arg.startsWith('--env-file'))
}
