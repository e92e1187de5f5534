import type { Command } from 'commander'
import { accountCommands } from './account-commands.ts'
import { backupCommand } from './backup-command.ts'
import { categoryCommands } from './category-commands.ts'
import { demoCommand } from './demo-command.ts'
import { serve } from './serve.ts'

/** Adds the commands that work with the service's data. */
export function addServiceCommands(program: Command): void {
  program
    .command('serve')
    .description('Answer requests and make GIFs. Settings are environment variables: docs/operating.md')
    .action(serve)
  program.addCommand(accountCommands())
  program.addCommand(categoryCommands())
  program.addCommand(backupCommand())
  program.addCommand(demoCommand())
}
