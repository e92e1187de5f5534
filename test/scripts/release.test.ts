import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isGreater, migrationMarks, releaseChangelog, sectionOf } from '../../scripts/release-files.ts'
import { makeFolder } from '../support/rendering/rendering.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const entry = '- Something new, for the test of releases.'

/** A repository of its own with the files of this one. */
async function cloneProject(t: TestContext) {
  const folder = join(await makeFolder(t), 'gifwright')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
  const paths = ['src', 'scripts', 'docs', 'deploy', 'test', 'package.json', 'package-lock.json']
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...paths]
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of files) cpSync(join(root, file), join(folder, file))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const changelog = `# Changelog\n\n## Unreleased\n\n${entry}\n\n## 0.0.9 (2026-01-01)\n\n- Older.\n`
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  writeFileSync(join(folder, '.gitignore'), 'node_modules\nrelease/\n')
  git('init', '--quiet', '--initial-branch', 'main')
  git('config', 'user.name', 'Somebody')
  git('config', 'user.email', 'somebody@example.org')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Begin')
  const release = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/release.ts', ...args], { cwd: folder, encoding: 'utf8' })
  return { folder, git, release, read: (path: string) => readFileSync(join(folder, path), 'utf8') }
}

test('a release sets its version everywhere, moves the changes, commits and tags, and pushes nothing', async (t) => {
  const { folder, git, release, read } = await cloneProject(t)
  const dry = release('9.0.0', '--dry-run')
  assert.equal(dry.status, 0, dry.stderr)
  assert.match(dry.stdout, /Something new/)
  assert.equal(git('status', '--porcelain'), '')

  writeFileSync(join(folder, 'left.txt'), 'not committed')
  const dirty = release('9.0.0')
  assert.equal(dirty.status, 1)
  assert.match(dirty.stderr, /^Commit or remove these changes first:\n\?\? left\.txt/)
  git('clean', '--quiet', '--force')

  const { stdout, stderr, status } = release('9.0.0')
  assert.equal(status, 0, stderr)
  assert.match(stdout, /git push --atomic origin main v9\.0\.0$/m)
  assert.equal(git('log', '-1', '--format=%s'), 'Release 9.0.0')
  assert.match(git('cat-file', '-p', 'v9.0.0'), /Something new/)
  assert.equal(git('rev-parse', 'v9.0.0^{commit}'), git('rev-parse', 'HEAD'))
  assert.equal(git('status', '--porcelain'), '')
  const changed = [
    'CHANGELOG.md',
    'deploy/kubernetes-migrate.yaml',
    'deploy/kubernetes.yaml',
    'package-lock.json',
    'package.json',
  ]
  assert.deepEqual(git('show', '--format=', '--name-only').split('\n'), changed)
  for (const file of changed) assert.match(read(file), /9\.0\.0/, file)
  const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: Record<string, object> }
  assert.equal(lock.version, '9.0.0')
  assert.equal(Reflect.get(lock.packages['']!, 'version'), '9.0.0')

  // A release is published as notes, the source of the tag, the OpenAPI document and their checksums.
  const archive = 'gifwright-9.0.0.tar.gz'
  assert.deepEqual(readdirSync(join(folder, 'release')).toSorted(), [
    'SHA256SUMS',
    'gifwright-9.0.0.md',
    'gifwright-9.0.0.openapi.json',
    archive,
  ])
  assert.match(read('release/gifwright-9.0.0.openapi.json'), /^ {4}"version": "9\.0\.0",$/m)
  assert.match(read('release/gifwright-9.0.0.md'), /^# Gifwright 9\.0\.0\n\n- Something new/)
  const inRelease = { cwd: join(folder, 'release'), encoding: 'utf8' as const }
  assert.match(execFileSync('sha256sum', ['--check', 'SHA256SUMS'], inRelease), /tar\.gz: OK/)
  const listed = execFileSync('tar', ['--list', '--file', archive], inRelease)
  assert.match(listed, /^gifwright-9\.0\.0\/src\/main\.ts$/m)
  assert.doesNotMatch(listed, /node_modules/)
  const sums = read('release/SHA256SUMS')

  // The same commit gives the same archive; without a version that of package.json is released, once.
  assert.match(release().stderr, /^The tag v9\.0\.0 exists\./)
  git('tag', '--delete', 'v9.0.0')
  assert.equal(release().status, 0)
  assert.equal(read('release/SHA256SUMS'), sums)
  git('tag', '--delete', 'v9.0.0')
  writeFileSync(join(folder, 'CHANGELOG.md'), read('CHANGELOG.md').replace('## 9.0.0', '## 8.0.0'))
  git('commit', '--quiet', '--all', '--message', 'Lose the section')
  assert.match(release().stderr, /^CHANGELOG\.md has no section "## 9\.0\.0 \(DATE\)"\./)

  appendFileSync(join(folder, 'CHANGELOG.md'), '\n')
  git('commit', '--quiet', '--all', '--message', 'More')
  const empty = release('9.0.1')
  assert.match(empty.stderr, /^CHANGELOG\.md has nothing under "## Unreleased"\./)
  assert.match(release('9.0.0').stderr, /must be such as 0\.2\.0 and greater than 9\.0\.0, not "9\.0\.0"/)
})

test('only a greater version with three numbers is released', () => {
  for (const version of ['0.1.1', '0.2.0', '1.0.0', '0.10.0']) assert.ok(isGreater(version, '0.1.0'), version)
  for (const version of ['0.1.0', '0.0.9', '0.2', 'v0.2.0', '0.2.0-rc.1', '0.02.0', '']) {
    assert.ok(!isGreater(version, '0.1.0'), version)
  }
})

test('unreleased changes become the section of the version, and older ones stay', () => {
  const older = '## 0.1.0 (2026-01-01)\n\n- Old.\n'
  const { text, entries } = releaseChangelog(
    `# C\n\n## Unreleased\n\n- A\n- B\n\n${older}`,
    '0.2.0',
    '2026-11-24',
  )
  assert.equal(text, `# C\n\n## Unreleased\n\n## 0.2.0 (2026-11-24)\n\n- A\n- B\n\n${older}`)
  assert.equal(entries, '- A\n- B')
  const first = releaseChangelog('## Unreleased\n\n- A\n', '0.1.0', '2026-11-24')
  assert.equal(first.text, '## Unreleased\n\n## 0.1.0 (2026-11-24)\n\n- A\n')
  assert.throws(() => releaseChangelog('# C\n', '0.2.0', '2026-11-24'), /no section/)
})

test('the notes of a version are its section and no other', () => {
  const text = '# C\n\n## Unreleased\n\n- C\n\n## 0.2.0 (2026-11-24)\n\n- B\n\n## 0.1.0 (2026-01-01)\n\n- A\n'
  assert.equal(sectionOf(text, '0.2.0'), '- B')
  assert.equal(sectionOf(text, '0.1.0'), '- A')
  assert.throws(() => sectionOf(text, '0.2'), /no section "## 0\.2 /)
})

test('CHANGELOG.md marks the newest migration, so that operators know which versions change tables', () => {
  const migrations = ['shared', 'sqlite', 'postgres']
    .flatMap((kind) => readdirSync(join(root, 'src/adapters/db', kind, 'migrations')))
    .map((name) => Number(/^(\d+)_/.exec(name)?.[1]))
  const marks = migrationMarks(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
  assert.equal(marks[0], Math.max(...migrations))
  assert.deepEqual(
    marks,
    marks.toSorted((one, other) => other - one),
  )
})
