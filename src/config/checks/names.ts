import { type EnvFile, envFileVariable } from '../env-file.ts'
import { settings } from '../env.ts'
import type { Setting } from '../setting.ts'
import { mistake, type SettingFinding } from './finding.ts'

/**
 * Former names of settings with their replacements. Add every setting that is renamed or removed: otherwise an upgrade
 * would silently drop the operator's value.
 */
export const formerNames: Readonly<Record<string, string>> = {
  REPORTS_PER_MINUTE: 'NOTICES_PER_MINUTE',
}

const all: Record<string, Setting<unknown>> = settings
const secretFiles = Object.keys(all).flatMap((name) => (all[name]?.secret === true ? [`${name}_FILE`] : []))

/** All names that the program reads. */
const knownNames = [...Object.keys(all), ...secretFiles, 'TO_DATABASE_URL', envFileVariable]
const isKnown = new Set(knownNames)

/** Names used by other programs, which may also be in a settings file. */
const foreign =
  /^(?:path|home|user|logname|shell|pwd|oldpwd|term|lang|language|lc_\w+|tz|tmpdir|temp|tmp|hostname|(?:https?|no|all)_proxy|ssl_cert_(?:file|dir)|(?:node|npm|uv|pg|postgres|aws|otel|xdg|ld|malloc|compose|docker|python|fontconfig|systemd|kubernetes)_?\w*)$/i

/** Kubernetes and Docker derive such names from service names, which may be ours. */
const serviceLink = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT(?:_\d+_(?:TCP|UDP)(?:_\w+)?)?)$/

/** Other programs have many names of these families, some of them similar to our names. */
const sharedFamily = /^(?:AWS|OTEL)_/
const readByNode = 'NODE_EXTRA_CA_CERTS'
const ownPrefix = 'GIFWRIGHT_'

/**
 * Finds names that are not settings. In a settings file every name is checked, in the environment only former names and
 * names similar to a setting.
 */
export function nameFindings(environment: Iterable<string>, envFile: EnvFile | null): SettingFinding[] {
  const inFile = Object.keys(envFile?.values ?? {})
  return [
    ...inFile.flatMap((name) => judge(name, `in ${envFile?.path} `, fileEdits)),
    ...[...environment].flatMap((name) => judge(name, '', environmentEdits)),
  ]
}

function judge(name: string, where: string, edits: (name: string) => number): SettingFinding[] {
  const isInFile = where !== ''
  if (name === envFileVariable && isInFile)
    return [mistake(`${name} ${where}has no effect: it is read from the environment.`)]
  if (name === readByNode && isInFile)
    return [mistake(`${name} ${where}has no effect: Node reads it as it starts. Set it in the environment.`)]
  if (isKnown.has(name)) return []
  const renamed = formerNames[name]
  if (renamed !== undefined)
    return [mistake(`${name} ${where}is called ${renamed} now and has no effect: rename it.`)]
  const plain = /^(.+)_FILE$/.exec(name)?.[1] ?? ''
  if (Object.hasOwn(all, plain) && edits(plain) > 0)
    return [mistake(`${name} ${where}has no effect: only secrets are read from files. Set ${plain}.`)]
  const nearest = nearestName(name, edits)
  if (nearest !== undefined) return [mistake(`${name} ${where}is not a setting. Did you mean ${nearest}?`)]
  if (!isInFile || foreign.test(name)) return []
  return [mistake(`${name} ${where}is not a setting. Remove it; docs/operating.md lists all settings.`)]
}

/** In our own file, every name is meant for us. */
function fileEdits(name: string): number {
  if (foreign.test(name)) return environmentEdits(name)
  return Math.max(1, Math.floor(name.length / 4))
}

/** Short names resemble those of other programs. */
function environmentEdits(name: string): number {
  if (name.startsWith(ownPrefix)) return fileEdits(name)
  if (name.length < 6) return 0
  return name.length < 16 || sharedFamily.test(name) ? 1 : 2
}

function nearestName(name: string, edits: (name: string) => number): string | undefined {
  if (serviceLink.test(name)) return undefined
  const upper = name.toUpperCase()
  const written = upper.startsWith(ownPrefix) ? [upper, upper.slice(ownPrefix.length)] : [upper]
  const near = knownNames
    .map((known) => ({ known, distance: Math.min(...written.map((one) => editDistance(one, known))) }))
    .filter(({ known, distance }) => distance <= Math.min(edits(name), edits(known)))
    .toSorted((one, other) => one.distance - other.distance)
  return near[0]?.known
}

/**
 * The number of edits that turn one text into the other: insertions, deletions, replacements and swaps of neighbors
 * (the optimal string alignment distance).
 */
function editDistance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    ;[before, last] = [last, current]
  }
  return last[other.length] ?? 0
}
