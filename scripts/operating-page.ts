import { readFile } from 'node:fs/promises'
import { settingGroups } from '../src/config/env.ts'
import type { Setting } from '../src/config/setting.ts'
import { maxImageMegabytes } from './image/max-size.ts'

/** docs/operating.md: docs/operating.in.md with the tables of settings and the size of the image inserted. */
export async function operatingPage(): Promise<string> {
  const text = await readFile(new URL('../docs/operating.in.md', import.meta.url), 'utf8')
  return text
    .replace('<!-- settings -->', settingsTables())
    .replace('<!-- image size -->', `${maxImageMegabytes} MB`)
}

function settingsTables(): string {
  return Object.entries(settingGroups)
    .map(([title, settings]) => `### ${title}\n\n${settingsTable(settings)}`)
    .join('\n\n')
}

function settingsTable(settings: Record<string, Setting<unknown>>): string {
  const rows = Object.entries(settings).map(
    ([name, { format, doc, secret, default: defaultValue }]) =>
      `| \`${name}\` | ${format.replaceAll('|', '\\|')} | ${formatDefault(name, defaultValue)} | ${doc}${secret ? secretNote(name) : ''} |`,
  )
  return ['| setting | value | default | what it does |', '|---|---|---|---|', ...rows].join('\n')
}

function formatDefault(name: string, value: unknown): string {
  if (name === 'WORKER_CONCURRENCY') return 'half the cores'
  const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
  return text === '' ? '' : `\`${text}\``
}

function secretNote(name: string): string {
  return ` Secret; or \`${name}_FILE\`, the path of a file with it.`
}
