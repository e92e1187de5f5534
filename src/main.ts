import { Command } from 'commander'
import { callersFolder } from './cli/where-npm-was-called.ts'
import { makeCommand } from './cli/make-command.ts'
import { version } from './version.ts'

/** Runs one command of the program. Mistakes end in one sentence on standard error and exit code 1. */
export async function run(args: string[]): Promise<void> {
  const program = new Command('gifwright')
    .description('A self-hosted GIF service: a catalogue you can search and a maker, in one program.')
    .version(version)
    .option(
      '--env-file <file>',
      'a file of settings, one NAME=value a line; the environment comes first (env: GIFWRIGHT_ENV_FILE)',
    )
    .showHelpAfterError('(gifwright --help lists the commands)')
    .hook('preSubcommand', (_, command) => useSettings(program.opts<GlobalOptions>().envFile, command.name()))
  // `make` starts quickly: the service's modules are loaded for the service's commands only.
  if (program.parseOptions(args).operands[0] !== 'make') {
    // These commands write private data, which other users must not read.
    process.umask(0o077)
    const { addServiceCommands } = await import('./cli/service-commands.ts')
    addServiceCommands(program, args)
  }
  program.addCommand(makeCommand())
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

type GlobalOptions = { envFile?: string }

/** Adds the settings of a file to the environment. Where none is named, `make` need not load their code. */
async function useSettings(file: string | undefined, command: string): Promise<void> {
  if (command === 'make' && file === undefined && process.env.GIFWRIGHT_ENV_FILE === undefined) return
  const { useEnvFile } = await import('./config/env-file.ts')
  useEnvFile(file, callersFolder())
}
