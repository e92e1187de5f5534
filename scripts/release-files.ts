const unreleased = '## Unreleased\n'

/** Returns true if `version` has three numbers and comes after `current`. */
export function isGreater(version: string, current: string): boolean {
  if (!/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(version)) return false
  const [numbers, others] = [version, current].map((text) => text.split('.').map(Number))
  const index = numbers!.findIndex((number, place) => number !== others![place])
  return index !== -1 && numbers![index]! > others![index]!
}

/** Moves the unreleased entries of CHANGELOG.md to a version; returns the text and the entries. Throws if it has none. */
export function releaseChangelog(
  text: string,
  version: string,
  date: string,
): { text: string; entries: string } {
  const start = text.indexOf(unreleased)
  if (start === -1) throw new Error('CHANGELOG.md has no section "## Unreleased".')
  const [before, after] = [text.slice(0, start), text.slice(start + unreleased.length)]
  const next = after.search(/^## /m)
  const entries = (next === -1 ? after : after.slice(0, next)).trim()
  if (entries === '') throw new Error('CHANGELOG.md has nothing under "## Unreleased".')
  const earlier = next === -1 ? '' : `\n${after.slice(next)}`
  return { text: `${before}${unreleased}\n## ${version} (${date})\n\n${entries}\n${earlier}`, entries }
}

/** The section of a version in CHANGELOG.md. Throws if it is missing. */
export function sectionOf(text: string, version: string): string {
  const start = text.search(new RegExp(`^## ${version.replaceAll('.', '\\.')} `, 'm'))
  if (start === -1) {
    throw new Error(
      `CHANGELOG.md has no section "## ${version} (DATE)". npm run release -- VERSION makes it from the unreleased entries.`,
    )
  }
  const [, ...lines] = text.slice(start).split('\n')
  const end = lines.findIndex((line) => line.startsWith('## '))
  return (end === -1 ? lines : lines.slice(0, end)).join('\n').trim()
}

/** The newest migration of each version that changes tables, as marked in CHANGELOG.md, the newest version first. */
export function migrationMarks(text: string): number[] {
  return [...text.matchAll(/^- \*\*Changes tables\*\* \(migration (\d+)\)/gm)].map(([, number]) =>
    Number(number),
  )
}

/** The files that name the version, by path, with the new version. Throws if one of them does not name the current one. */
export function releaseFiles(
  read: (path: string) => string,
  current: string,
  version: string,
): Record<string, string> {
  const named = (text: string) => `"name": "gifwright",\n  "version": "${text}"`
  const namedInside = (text: string) => `"name": "gifwright",\n      "version": "${text}"`
  const image = (text: string) => `/gifwright:${text}\n`
  return {
    'package.json': replace('package.json', [named]),
    'package-lock.json': replace('package-lock.json', [named, namedInside]),
    'deploy/kubernetes-migrate.yaml': replace('deploy/kubernetes-migrate.yaml', [image]),
    'deploy/kubernetes.yaml': replace('deploy/kubernetes.yaml', [image]),
  }

  function replace(path: string, places: ((version: string) => string)[]): string {
    return places.reduce((text, place) => {
      if (!text.includes(place(current))) throw new Error(`${path} does not name the version ${current}.`)
      return text.replaceAll(place(current), place(version))
    }, read(path))
  }
}
