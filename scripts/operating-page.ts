import { readFile } from 'node:fs/promises'
import { settings } from '../src/config/env.ts'

/** docs/operating.md: a text written by hand, with the table of settings made from the code. */
export async function operatingPage(): Promise<string> {
  const text = await readFile(new URL('../docs/operating.in.md', import.meta.url), 'utf8')
  return text.replace('<!-- settings -->', settingsTable())
}

function settingsTable(): string {
  const rows = Object.entries(settings).map(
    ([name, { form, doc, default: fallback }]) =>
      `| \`${name}\` | ${form.replaceAll('|', '\\|')} | ${shownDefault(name, fallback)} | ${doc} |`,
  )
  return ['| setting | value | default | what it does |', '|---|---|---|---|', ...rows].join('\n')
}

function shownDefault(name: string, value: unknown): string {
  if (name === 'WORKER_CONCURRENCY') return 'half the cores'
  const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
  return text === '' ? '' : `\`${text}\``
}
