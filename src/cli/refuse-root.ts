import { basename } from 'node:path'
import { foreignOwner } from '../app/data-owner.ts'
import type { Config } from '../config/config.ts'
import { envFileVariable } from '../config/env-file.ts'
import { ownCommand, quoteForShell } from './first-admin.ts'

/** Throws a sentence where root runs a command on the data of another user, with the command that this user can run. */
export async function refuseForeignData(config: Config, args: readonly string[]): Promise<void> {
  const owner = await foreignOwner(config)
  if (owner === null) return
  throw new Error(
    `DATA_DIR ${config.data.folder} belongs to ${owner}, who could not read what root makes there. Run this as that user:\n  ${commandOf(owner, args)}`,
  )
}

/** sudo keeps no variables: those that say where the data is are named. */
function commandOf(owner: string, args: readonly string[]): string {
  const variables = [envFileVariable, 'DATA_DIR'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined || value === '' || isInOption(args) ? [] : [`${name}=${value}`]
  })
  // A shell says here which command it ran; Node knows the file behind the link only.
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

/** Whether the file of settings is named, which has the folder then. */
function isInOption(args: readonly string[]): boolean {
  return args.some((arg) => arg.startsWith('--env-file'))
}
