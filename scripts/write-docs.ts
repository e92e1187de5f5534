/** Writes the generated parts of the documents, and files made from packages; `--check` only compares, and fails on a difference. */
import { readFileSync, writeFileSync } from 'node:fs'
import { settingGroups } from '../src/config/env.ts'
import type { Setting } from '../src/config/setting.ts'
import { partNames, parts } from '../test/run/parts.ts'
import { importPicture } from './check-imports.ts'
import { emojiWordsTable } from './emoji-words.ts'
import { maxImageMegabytes } from './image/max-size.ts'
import { renditionsTable } from './renditions-table.ts'

/** The generated sections of each page, by the names of their markers: `<!-- generated: NAME -->`, and `<!-- end -->` after the text. */
const pages: Record<string, Record<string, string>> = {
  'docs/architecture.md': { imports: importPicture() },
  'docs/operating.md': {
    'image size': `${maxImageMegabytes} MB`,
    ...Object.fromEntries(
      Object.entries(settingGroups).map(([title, group]) => [title, settingsTable(group)]),
    ),
  },
  'docs/renditions.md': { renditions: table(renditionsTable()) },
  'docs/testing.md': {
    parts: table([
      ['part', 'what it runs'],
      ...partNames.map((name) => [`\`${name}\``, parts[name]?.about ?? '']),
    ]),
  },
}
const files = [
  ...Object.entries(pages).map(([path, sections]) => [path, fillSections(path, sections)] as const),
  ['src/search/text/emoji-words.json', emojiWordsTable()] as const,
]

const stale = files.filter(([path, text]) => read(path) !== text)
if (!process.argv.includes('--check')) {
  for (const [path, text] of stale) writeFileSync(urlOf(path), text)
} else if (stale.length > 0) {
  console.error(`Not up to date: ${stale.map(([path]) => path).join(', ')}. Run: npm run docs`)
  process.exit(1)
}

/** The page with these texts in its sections. Throws if it has no such section, or one that is not generated. */
function fillSections(path: string, sections: Record<string, string>): string {
  const left = new Set(Object.keys(sections))
  const text = read(path).replaceAll(
    /(<!-- generated: ([^>]+) -->)[^]*?(<!-- end -->)/g,
    (_, start, name, end) => {
      if (!left.delete(name)) throw new Error(`${path}: there is no text for <!-- generated: ${name} -->`)
      return `${start}${sections[name]}${end}`
    },
  )
  if (left.size > 0) throw new Error(`${path} has no section <!-- generated: ${[...left].join(', ')} -->`)
  return text
}

function settingsTable(group: Record<string, Setting<unknown>>): string {
  const rows = Object.entries(group).map(([name, { format, doc, secret, default: defaultValue }]) => [
    `\`${name}\``,
    format.replaceAll('|', '\\|'),
    formatDefault(name, defaultValue),
    `${doc}${secret ? ` Secret; or \`${name}_FILE\`, the path of a file with it.` : ''}`,
  ])
  return table([['setting', 'value', 'default', 'what it does'], ...rows])
}

function formatDefault(name: string, value: unknown): string {
  if (name === 'WORKER_CONCURRENCY') return 'half the cores'
  const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
  return text === '' ? '' : `\`${text}\``
}

/** A table on lines of its own between its markers; the first row is its head. */
function table([head = [], ...rows]: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  return `\n\n${lines.join('\n')}\n\n`
}

function read(path: string): string {
  return readFileSync(urlOf(path), 'utf8')
}

function urlOf(path: string): URL {
  return new URL(`../${path}`, import.meta.url)
}
