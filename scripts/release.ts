/**
 * Makes a release: `npm run release -- 0.2.0 [--dry-run]`. Moves what CHANGELOG.md has under Unreleased to the version, writes the
 * version into every file that names it, commits, and makes the tag v0.2.0. Pushes nothing.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isGreater, releaseChangelog, releaseFiles } from './release-files.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  })
  const [version] = positionals
  if (version === undefined || positionals.length > 1) {
    throw new Error('Name one version: npm run release -- 0.2.0 [--dry-run]')
  }
  release(version, values['dry-run'])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function release(version: string, isDryRun: boolean): void {
  const { version: current } = JSON.parse(read('package.json')) as { version: string }
  if (!isGreater(version, current)) {
    throw new Error(`The version must be such as 0.2.0 and greater than ${current}, not "${version}".`)
  }
  const changes = git('status', '--porcelain')
  if (changes !== '') throw new Error(`Commit or remove what is not committed first:\n${changes}`)
  const tag = `v${version}`
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} exists.`)

  const today = new Date().toISOString().slice(0, 10)
  const changelog = releaseChangelog(read('CHANGELOG.md'), version, today)
  const files = { 'CHANGELOG.md': changelog.text, ...releaseFiles(read, current, version) }
  if (isDryRun) {
    console.log(`${tag} of ${today} would change ${Object.keys(files).join(', ')} and docs/openapi.json.\n`)
    console.log(changelog.entries)
    return
  }
  try {
    for (const [path, text] of Object.entries(files)) writeFileSync(root + path, text)
    execFileSync(process.execPath, ['scripts/write-docs.ts'], { cwd: root, stdio: 'inherit' })
    git('commit', '--quiet', '--all', '--message', `Release ${version}`)
  } catch (error) {
    // Nothing was changed before, so this takes back what the release did, and nothing else.
    git('restore', '--staged', '--worktree', '.')
    throw error
  }
  git('tag', '--annotate', tag, '--message', `Gifwright ${version}`, '--message', changelog.entries)
  const branch = git('branch', '--show-current')
  console.log(`${tag} is committed and tagged. Publish it: git push --atomic origin ${branch} ${tag}`)
}

function read(path: string): string {
  return readFileSync(root + path, 'utf8')
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}
