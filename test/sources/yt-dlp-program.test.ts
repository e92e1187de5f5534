import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { defaultSearchPath } from '../../src/adapters/sources/yt-dlp/run-program.ts'
import { AppError } from '../../src/lib/app-error.ts'
import { appError } from '../support/media/source-fetching.ts'
import { runInsteadOfYtDlp, startScript, temporaryFolder, writeProgram } from '../support/media/yt-dlp.ts'

const missing = appError('source_unsupported', { message: /not installed/ })
const broken = (error: unknown) =>
  error instanceof AppError && error.code === 'internal' && error.retry && /does not work/.test(error.message)
const noVideo = appError('source_not_found')

/** Returns which of the programs ran, by its error output. */
const said = (words: string) => (error: Error) => noVideo(error) && String(error.cause).includes(words)

test('yt-dlp is found by its name in the folders of the search path, the first that can be run', async (t) => {
  const home = await temporaryFolder(t)
  const [first = '', second = '', third = ''] = ['a', 'b', 'c'].map((name) => join(home, name))
  await mkdir(join(first, 'tool'), { recursive: true })
  await mkdir(second)
  await mkdir(third)
  await writeFile(join(second, 'tool'), 'no program')
  await writeProgram(
    join(third, 'tool'),
    '#!/bin/sh\ncase "$*" in *--help*) exit;; esac\necho third >&2; exit 1',
  )
  const path = ['', '.', first, join(home, 'none'), second, third].join(delimiter)
  await assert.rejects(runInsteadOfYtDlp(home, 'tool', { searchPath: path }).run(), said('third'))
  await assert.rejects(
    runInsteadOfYtDlp(home, 'tool', { searchPath: [first, second].join(delimiter) }).run(),
    missing,
  )
  await assert.rejects(runInsteadOfYtDlp(home, 'tool').run(), missing)
})

test('a program finds its interpreter in its own folder', async (t) => {
  const home = await temporaryFolder(t)
  await writeProgram(
    join(home, 'interpreter'),
    '#!/bin/sh\ncase "$*" in *--help*) exit;; esac\necho found >&2; exit 1',
  )
  await writeProgram(join(home, 'tool'), '#!/usr/bin/env interpreter\n')
  await assert.rejects(runInsteadOfYtDlp(home, 'tool', { searchPath: home }).run(), said('found'))
})

const sitePackages = (base: string) =>
  spawnSync('python3', ['-c', 'import site; print(site.getusersitepackages())'], {
    env: { PATH: defaultSearchPath, PYTHONUSERBASE: base },
  })
    .stdout?.toString()
    .trim() ?? ''
const python = { skip: sitePackages('/base') === '' ? 'python3 is not installed' : false }

test('files that pip put next to a program in a home are found', python, async (t) => {
  const base = await temporaryFolder(t)
  await mkdir(join(base, 'bin'))
  await mkdir(sitePackages(base), { recursive: true })
  await writeFile(
    join(sitePackages(base), 'gifwright_module.py'),
    'import sys\nif "--help" not in sys.argv: sys.exit("module ran")\n',
  )
  await writeProgram(join(base, 'bin', 'tool'), '#!/usr/bin/env python3\nimport gifwright_module\n')
  await assert.rejects(
    runInsteadOfYtDlp(base, 'tool', { searchPath: join(base, 'bin') }).run(),
    said('module ran'),
  )
})

test('a program that unpacks itself has room for it, also when its options are queried', async (t) => {
  const { run } = await startScript(
    t,
    'echo ran >&2; exit 1',
    'head -c 2000000 /dev/zero > "$TMPDIR/unpacked" || exit 1; exit 0',
  )
  await assert.rejects(run(), said('ran'))
})

test('a broken yt-dlp is not reported as missing, and the log contains the reason', async (t) => {
  const crashed = await startScript(t, 'exit 0', 'echo "ImportError: cannot import name X" >&2; exit 3')
  await assert.rejects(
    crashed.run(),
    (error: Error) => broken(error) && /exit code 3: ImportError/.test(String(error.cause)),
  )
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'tool'), 'no program')
  await assert.rejects(runInsteadOfYtDlp(folder, join(folder, 'tool')).run(), broken)
})

test('a yt-dlp whose interpreter is missing counts as not installed', async (t) => {
  const folder = await temporaryFolder(t)
  await writeProgram(join(folder, 'tool'), '#!/usr/bin/env no-such-interpreter\n')
  await assert.rejects(runInsteadOfYtDlp(folder, 'tool', { searchPath: folder }).run(), (error: Error) => {
    return missing(error) && /127/.test(String(error.cause))
  })
})

for (const [what, script, end] of [
  ['is killed', 'kill -KILL $$', { code: 'internal', retry: true }],
  ['is told to end', 'kill -TERM $$', { code: 'internal', retry: true }],
  [
    'lacks a library',
    'echo "python3: error while loading shared libraries: libz.so.1" >&2; exit 127',
    { code: 'internal', retry: true },
  ],
  [
    'cannot start a thread',
    `echo "RuntimeError: can't start new thread" >&2; exit 1`,
    { code: 'internal', retry: true },
  ],
  [
    'has a failing sandbox',
    `echo "bwrap: Can't bind mount /oldroot/etc/ld.so.cache" >&2; exit 1`,
    { code: 'internal', retry: true },
  ],
  [
    'exceeds its memory',
    'echo "MemoryError: Cannot allocate memory" >&2; exit 1',
    { code: 'source_too_large', retry: false },
  ],
  ['exceeds its processor time', 'kill -XCPU $$', { code: 'timed_out', retry: false }],
] as const) {
  test(`a yt-dlp that ${what} ends in ${end.code}`, async (t) => {
    const { run } = await startScript(t, script)
    await assert.rejects(run(), end)
  })
}
