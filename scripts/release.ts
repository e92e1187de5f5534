/**
 * Makes a release: `npm run release -- 0.2.0 [--dry-run]`. Moves the unreleased entries of CHANGELOG.md to the version,
 * writes the version into every file that names it, and commits; without a version it releases that of package.json. Then it makes
 * the tag v0.2.0 and, in the folder release/, the notes, an archive of the source, the OpenAPI document and their checksums.
 * Pushes nothing.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { constants, gzipSync } from 'node:zlib'
import { isGreater, releaseChangelog, releaseFiles, sectionOf } from './release-files.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = join(root, 'release')
const maxArchiveBytes = 2 ** 30

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  })
  if (positionals.length > 1) {
    throw new Error(
      'Name one version, or none to release that of package.json: npm run release -- 0.2.0 [--dry-run]',
    )
  }
  release(positionals[0], values['dry-run'])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function release(next: string | undefined, isDryRun: boolean): void {
  const { version: current } = JSON.parse(read('package.json')) as { version: string }
  if (next !== undefined && !isGreater(next, current)) {
    throw new Error(`The version must be such as 0.2.0 and greater than ${current}, not "${next}".`)
  }
  const changes = git('status', '--porcelain')
  if (changes !== '') throw new Error(`Commit or remove these changes first:\n${changes}`)
  const version = next ?? current
  const tag = `v${version}`
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} exists.`)

  const edits = next === undefined ? null : editFiles(current, next)
  const notes = edits?.notes ?? sectionOf(read('CHANGELOG.md'), version)
  if (isDryRun) {
    const changed = edits === null ? 'nothing' : Object.keys(edits.files).join(', ')
    console.log(`${tag} would change ${changed}, and write ${Object.values(namesOf(version)).join(', ')}.\n`)
    console.log(notes)
    return
  }
  if (edits !== null) commitFiles(edits.files, version)
  const published = writeRelease(version, notes)
  git('tag', '--annotate', tag, '--message', `Gifwright ${version}`, '--message', notes)
  const branch = git('branch', '--show-current')
  console.log(`${tag} is tagged. Publish it: git push --atomic origin ${branch} ${tag}`)
  console.log(`Publish the files in release/ with it: ${published.join(', ')}.`)
}

function editFiles(current: string, next: string): { files: Record<string, string>; notes: string } {
  const today = new Date().toISOString().slice(0, 10)
  const changelog = releaseChangelog(read('CHANGELOG.md'), next, today)
  const files = { 'CHANGELOG.md': changelog.text, ...releaseFiles(read, current, next) }
  return { files, notes: changelog.entries }
}

function commitFiles(files: Record<string, string>, version: string): void {
  try {
    for (const [path, text] of Object.entries(files)) writeFileSync(root + path, text)
    git('commit', '--quiet', '--all', '--message', `Release ${version}`)
  } catch (error) {
    // The tree was clean before, so this undoes only the release.
    git('restore', '--staged', '--worktree', '.')
    throw error
  }
}

function namesOf(version: string) {
  return {
    archive: `gifwright-${version}.tar.gz`,
    notes: `gifwright-${version}.md`,
    openapi: `gifwright-${version}.openapi.json`,
    checksums: 'SHA256SUMS',
  }
}

/** Writes the release files of the newest commit; a commit always gives the same bytes. Returns their names. */
function writeRelease(version: string, notes: string): string[] {
  const names = namesOf(version)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const tar = execFileSync('git', ['archive', '--format=tar', `--prefix=gifwright-${version}/`, 'HEAD'], {
    cwd: root,
    maxBuffer: maxArchiveBytes,
  })
  const files = {
    [names.archive]: gzipSync(tar, { level: constants.Z_BEST_COMPRESSION }),
    [names.notes]: Buffer.from(`# Gifwright ${version}\n\n${notes}\n`),
    [names.openapi]: execFileSync(process.execPath, ['scripts/openapi.ts'], { cwd: root }),
  }
  const sums = Object.entries(files).map(([name, bytes]) => {
    writeFileSync(join(folder, name), bytes)
    return `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`
  })
  writeFileSync(join(folder, names.checksums), sums.join(''))
  return Object.values(names)
}

function read(path: string): string {
  return readFileSync(root + path, 'utf8')
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}
