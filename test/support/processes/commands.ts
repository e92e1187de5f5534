import { Command } from 'commander'
import { addServiceCommands } from '#src/cli/service-commands.ts'

/** The commands that create a missing database; the services also migrate an old one. */
const services = ['start', 'serve', 'work']
const makers = ['init', 'import', 'restore', 'demo']

/** Commands of `config` read the settings, whatever exists. */
const withoutStores = 'config '

/** Arguments with which each command gets as far as its database. */
const argumentsOf: Record<string, string[]> = {
  'account add': ['new@example.org'],
  'account token': ['ann@example.org'],
  'account password': ['ann@example.org'],
  'account premium': ['ann@example.org'],
  'account admin': ['ann@example.org'],
  'account block': ['ann@example.org'],
  'account remove': ['ann@example.org'],
  'app add': ['Chat'],
  'app remove': ['Chat'],
  'category add': ['New things'],
  'category rename': ['other', 'Others'],
  'category move': ['other', '1'],
  'category remove': ['other'],
  export: ['-'],
  move: ['--to-database', 'postgres://gifwright@127.0.0.1:9/gifs'],
}

export type CommandCase = { name: string; args: string[] }

/**
 * Returns every command of the program that needs a database, with arguments, from the program's own list: it includes
 * a new command, and a test that runs it fails until its arguments are here. `folder` is for the files that a command
 * writes elsewhere.
 */
export function commandsThatNeedDatabase(folder: string): CommandCase[] {
  return allCommands()
    .filter((name) => ![...services, ...makers, 'migrate'].includes(name) && !name.startsWith(withoutStores))
    .concat('demo --remove')
    .flatMap((name): CommandCase[] => {
      const args = name.split(' ')
      if (name === 'backup')
        return [
          { name, args: [...args, `${folder}/backup`] },
          { name: 'backup --check', args: [...args, '--check'] },
          { name: 'backup --advise', args: [...args, '--advise'] },
        ]
      if (name === 'move') return [...withArguments(name), { name: 'move --undo', args: [...args, '--undo'] }]
      return withArguments(name)
    })
}

function withArguments(name: string): CommandCase[] {
  return [{ name, args: [...name.split(' '), ...(argumentsOf[name] ?? [])] }]
}

/** The names of all commands for the service's data, such as `account add`. */
function allCommands(): string[] {
  const program = new Command()
  addServiceCommands(program, [])
  return program.commands.flatMap((one) =>
    one.commands.length === 0 ? [one.name()] : one.commands.map((sub) => `${one.name()} ${sub.name()}`),
  )
}
