import { resolve } from 'node:path'
import { Command } from 'commander'
import { checkSettings } from '../app/settings/check-settings.ts'
import { loadConfig } from '../config/config.ts'
import { type SettingInForce, settingsInForce } from '../config/describe-settings.ts'
import { usedEnvFile } from '../config/env-file.ts'

const aboutCheck = `
It reports unknown settings with the nearest known name, outdated settings, settings without effect, and everything the settings
name that is missing or unusable: files, folders, programs, servers, the database and the bucket. It changes nothing. In
the --env-file it checks all names, in the environment only those similar to settings.

Exit code: 1 if you should change something. Lines that begin with "Note:" may be intended.

  gifwright --env-file /etc/gifwright.env config check`

const aboutShow = `
Passwords and other secrets are hidden. The source of each value is "environment", "file NAME" or "default".

  gifwright --env-file /etc/gifwright.env config show
  gifwright --env-file /etc/gifwright.env config show --json`

/** `config check | show`. */
export function configCommands(): Command {
  const config = new Command('config').description('Check or show the settings')
  config
    .command('check')
    .description('Check the settings, and the files and servers they name, without starting')
    .addHelpText('after', aboutCheck)
    .action(check)
  config
    .command('show')
    .description('Show all settings with their values and sources')
    .option('--json', 'print JSON', false)
    .addHelpText('after', aboutShow)
    .action(({ json }: { json: boolean }) => show(json))
  return config
}

async function check(): Promise<void> {
  const findings = await checkSettings()
  const mistakes = findings.filter(({ kind }) => kind === 'mistake')
  for (const { text } of mistakes) console.log(text)
  for (const { text } of findings.filter(({ kind }) => kind === 'note')) console.log(`Note: ${text}`)
  if (mistakes.length === 0) return console.log('The settings are in order.')
  process.exitCode = 1
}

function show(isJson: boolean): void {
  loadConfig()
  const all = settingsInForce().map((one) =>
    one.name === 'DATA_DIR' ? { ...one, value: resolve(String(one.value)) } : one,
  )
  if (isJson) {
    const settings = Object.fromEntries(
      all.map(({ name, value, from, file }) => [name, { value, from, file }]),
    )
    return console.log(JSON.stringify({ env_file: usedEnvFile()?.path ?? null, settings }, null, 2))
  }
  const width = Math.max(...all.map((one) => assignment(one).length).filter((length) => length < 60))
  let group = ''
  for (const one of all) {
    if (one.group !== group) console.log(`${group === '' ? '' : '\n'}# ${one.group}`)
    group = one.group
    console.log(`${assignment(one).padEnd(width)}  (${origin(one)})`)
  }
}

function assignment({ name, value }: SettingInForce): string {
  return `${name}=${value === null ? '' : String(value)}`
}

function origin({ from, file }: SettingInForce): string {
  return file === null ? from : `${from} ${file}`
}
