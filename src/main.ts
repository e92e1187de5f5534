import { Command } from 'commander'
import { accountCommands } from './cli/account-commands.ts'
import { backupCommand } from './cli/backup-command.ts'
import { categoryCommands } from './cli/category-commands.ts'
import { demoCommand } from './cli/demo-command.ts'
import { serve } from './cli/serve.ts'
import { version } from './version.ts'

/** Runs one command of the program. Mistakes end in one sentence on standard error and exit code 1. */
export async function run(args: string[]): Promise<void> {
  // Whatever is written holds what is private: other users of the machine read none of it.
  process.umask(0o077)
  const program = new Command('gifwright')
    .description('A self-hosted GIF service: a catalogue you can search and a maker, in one program.')
    .version(version)
    .showHelpAfterError('(gifwright --help lists the commands)')
  program
    .command('serve')
    .description('Answer requests and make GIFs. Settings are environment variables: docs/operating.md')
    .action(serve)
  program.addCommand(accountCommands())
  program.addCommand(categoryCommands())
  program.addCommand(backupCommand())
  program.addCommand(demoCommand())
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
