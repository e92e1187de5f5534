import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { workFolder } from '../support/processes/make.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const base = { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') }
const clip = join(await ensureFixtures(), 'h264.mp4')

/**
 * Runs the program like `npm run gifwright` for someone in a folder: npm itself changes to the program's folder first.
 */
async function byNpm(folder: string, words: string[], settings: Record<string, string> = {}) {
  const npm = { INIT_CWD: folder, npm_lifecycle_event: 'gifwright', npm_package_name: 'gifwright' }
  const env = { ...base, TMPDIR: folder, ...npm, ...settings }
  return run(process.execPath, ['bin/gifwright.mjs', ...words], { cwd: root, env })
}

test("through npm, the files of make are relative to the caller's folder", async (t) => {
  const folder = await workFolder(t)
  await copyFile(clip, join(folder, 'clip.mp4'))
  const { stderr } = await byNpm(folder, ['make', 'clip.mp4', '-o', 'out.gif', '--end', '0.2'])
  assert.match(stderr, /^out\.gif: 160 x 120, /m)
  assert.deepEqual((await readdir(folder)).toSorted(), ['clip.mp4', 'out.gif'])
  const piped = await byNpm(folder, ['make', 'clip.mp4', '-o', '-', '--end', '0.2'])
  assert.equal(piped.stdout.slice(0, 3), 'GIF')
  await assert.rejects(byNpm(folder, ['make', 'none.mp4', '-o', 'out.gif']), /There is no file none\.mp4\./)
})

test("through npm, the folder of a backup is relative to the caller's folder", async (t) => {
  const [folder, data] = [await workFolder(t), await workFolder(t)]
  const settings = { DATA_DIR: relative(root, data), MIN_FREE_DISK_MB: '0' }
  await byNpm(folder, ['init'], settings)
  const made = await byNpm(folder, ['backup', 'saved'], settings)
  assert.match(made.stdout, /^0 GIFs .* are in saved;/)
  assert.deepEqual(await readdir(folder), ['saved'])
  const checked = await byNpm(folder, ['backup', '--check', 'saved'], settings)
  assert.match(checked.stdout, /^saved is whole/)
})

test('in a script of another project, paths are relative to the folder in which it runs, like all of its paths', async (t) => {
  const [project, below] = [await workFolder(t), await workFolder(t)]
  await copyFile(clip, join(project, 'clip.mp4'))
  const npm = { INIT_CWD: below, npm_lifecycle_event: 'gif', npm_package_name: 'film' }
  const words = [join(root, 'bin/gifwright.mjs'), 'make', 'clip.mp4', '-o', 'out.gif', '--end', '0.2']
  const env = { ...base, TMPDIR: project, ...npm }
  await run(process.execPath, words, { cwd: project, env })
  assert.deepEqual((await readdir(project)).toSorted(), ['clip.mp4', 'out.gif'])
})
