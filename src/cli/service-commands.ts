import { Command } from 'commander'
import { fillWithDemo } from '../app/demo.ts'
import { loadConfig } from '../config/config.ts'
import { accountCommands } from './account-commands.ts'
import { backupCommand } from './backup-command.ts'
import { categoryCommands } from './category-commands.ts'
import { searchCommands } from './search-commands.ts'
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
  program.addCommand(searchCommands())
  program.addCommand(demoCommand())
}

/** `demo`: a catalogue to try things with. */
function demoCommand(): Command {
  return new Command('demo')
    .description(
      'Fill the catalogue with made-up GIFs, to try and to measure; they share one small animation',
    )
    .option('--gifs <count>', 'how many', Number, 1000)
    .action(async ({ gifs }: { gifs: number }) => {
      if (!Number.isInteger(gifs) || gifs < 1) throw new Error('--gifs must be a whole number, at least 1.')
      await fillWithDemo(loadConfig(), gifs)
      console.error(`${gifs} GIFs added.`)
    })
}
