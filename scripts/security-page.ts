import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const pagePath = 'docs/security.md'
const link = /^\[(?<title>.+)\]\(\.\.\/(?<path>test\/[\w/.-]+\.ts)\)$/

export type ThreatRow = { threat: string; defence: string; tests: { title: string; path: string }[] }

/** The rows of the tables of threats, below the last heading of the second level. Throws for a malformed row or link. */
export function readThreats(page = readFileSync(join(root, pagePath), 'utf8')): ThreatRow[] {
  return page
    .slice(page.lastIndexOf('\n## ') + 1)
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|(?: threat |-)/.test(line))
    .map((line) => {
      const [, threat = '', defence = '', tests = '', ...rest] = line.split('|').map((cell) => cell.trim())
      if (threat === '' || defence === '' || rest.join() !== '')
        throw new Error(`${pagePath}: a row needs a threat, a defence and tests: ${line}`)
      return { threat, defence, tests: tests.split('<br>').map((cell) => readLink(cell, threat)) }
    })
}

function readLink(cell: string, threat: string): { title: string; path: string } {
  const { title, path } = link.exec(cell)?.groups ?? {}
  if (title === undefined || path === undefined)
    throw new Error(`${pagePath}: "${threat}" needs links such as [title](../test/x.test.ts): ${cell}`)
  return { title, path }
}

/** A sentence for each test that the page names but that does not exist. */
export function findMissingTests(rows: ThreatRow[]): string[] {
  const titles = new Map<string, string[]>()
  return rows.flatMap(({ threat, tests }) =>
    tests.flatMap(({ title, path }) => {
      if (!existsSync(join(root, path)))
        return [`${pagePath}: "${threat}" names ${path}, which does not exist`]
      const known = titles.get(path) ?? readTitles(readFileSync(join(root, path), 'utf8'))
      titles.set(path, known)
      return known.some((one) => isTitle(one, title)) ? [] : [`${pagePath}: ${path} has no test "${title}"`]
    }),
  )
}

/** Returns true if a title is the one on the page, which may leave out its end: `the beginning…`. */
function isTitle(title: string, given: string): boolean {
  return title === given || (given.endsWith('…') && title.startsWith(given.slice(0, -1)))
}

/**
 * The titles of the tests and suites in a file, with `…` for values that a template inserts. If tests take their titles
 * from a table, its first column counts too.
 */
export function readTitles(source: string): string[] {
  const literal = String.raw`(?<quote>['\x60])(?<text>(?:(?!\k<quote>)[^\\]|\\.)*)\k<quote>`
  const inCalls = new RegExp(
    String.raw`\b(?:test|it|describe|suite|diskTest)\(\s*(?:import\.meta\.filename,\s*)?${literal}`,
    'g',
  )
  const inTables = new RegExp(String.raw`(?:\[|const \w+ =)\s*${literal}`, 'g')
  const hasTable = /\b(?:test|it|diskTest)\((?:import\.meta\.filename, )?\w+,/.test(source)
  return [inCalls, ...(hasTable ? [inTables] : [])].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(({ groups }) => plainTitle(groups?.text ?? '')),
  )
}

function plainTitle(text: string): string {
  return text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…').replace(/\\(.)/g, '$1')
}
