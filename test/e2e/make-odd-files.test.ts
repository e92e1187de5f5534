import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, open, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { bmpOf } from '../support/media/hostile-pictures.ts'
import { make, type MakeProcess, startMake, workFolder } from '../support/processes/make.ts'
import { until } from '../support/until.ts'

const fixtures = await ensureFixtures()
const fixture = (name: string) => join(fixtures, name)

async function makePipe(path: string): Promise<string> {
  await promisify(execFile)('mkfifo', [path])
  return path
}

/**
 * Returns true if a process has installed its handler for SIGHUP, the last that `make` installs; Node itself installs
 * others.
 */
async function listens(pid: number): Promise<boolean> {
  const [, caught = '0'] =
    /^SigCgt:\s*([0-9a-f]+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return (BigInt(`0x${caught}`) & 1n) === 1n
}

/** Ends `make` by Ctrl-C; some seconds later by force, so that a test of one that does not listen ends too. */
async function interrupt({ child, ended }: MakeProcess): Promise<unknown> {
  child.kill('SIGINT')
  const force = setTimeout(() => child.kill('SIGKILL'), 10_000)
  const { code } = await ended
  clearTimeout(force)
  return code
}

test('file names and messages about them are escaped on the terminal and never break a line', async (t) => {
  const folder = await workFolder(t)
  const odd = 'a\u001B[31m\u001B]0;title\u0007\n\u009B2J\u202Eb'
  const shown = 'a\\u001b[31m\\u001b]0;title\\u0007\\u000a\\u009b2J\\u202eb'
  await copyFile(fixture('h264.mp4'), join(folder, `${odd}.mp4`))
  await writeFile(join(folder, `${odd}.txt`), 'words')
  const good = await make(folder, [`${odd}.mp4`, '-o', `${odd}.gif`])
  assert.equal(good.code, 0, good.err)
  assert.deepEqual(
    good.err.split('\n').map((line) => line.includes(shown)),
    [true, true, false],
  )
  for (const [words, says] of [
    [[`${odd}.no`], `There is no file ${shown}.no.\n`],
    [[`${odd}.txt`], `${shown}.txt: The file is not a video or picture that can be read.\n`],
    [
      [`${odd}.mp4`, '-o', `${odd}/o.gif`],
      `${shown}/o.gif cannot be written: there is no folder ${shown}.\n`,
    ],
  ] as const) {
    assert.equal((await make(folder, ['-o', 'o.gif', ...words])).err, says)
  }
  const unknown = await make(folder, [`--${odd}`, '-o', 'o.gif'])
  assert.equal(unknown.code, 2)
  assert.doesNotMatch(unknown.err, /[^\P{Cc}\n]/u)
})

test('a pipe as input is refused immediately, whether or not a program writes to it', async (t) => {
  const folder = await workFolder(t)
  const pipe = await makePipe(join(folder, 'pipe'))
  for (const words of [[pipe], [fixture('pictures/plain.png'), pipe], ['/dev/zero']]) {
    const { code, err } = await make(folder, [...words, '-o', 'out.gif'])
    assert.equal(code, 1)
    assert.match(err, /is no file; save what comes from it to one first\.\n$/)
  }
  assert.deepEqual(await readdir(folder), ['pipe'])
})

test('a pipe as output is waited for, and Ctrl-C ends the wait', async (t) => {
  const folder = await workFolder(t)
  const pipe = await makePipe(join(folder, 'pipe'))
  const waiting = startMake(folder, [fixture('h264.mp4'), '-o', 'pipe'])
  const reader = readFile(pipe)
  const { code, err } = await waiting.ended
  assert.equal(code, 0, err)
  assert.equal((await reader).subarray(0, 6).toString(), 'GIF89a')

  const left = startMake(folder, [fixture('h264.mp4'), '-o', 'pipe'])
  await until('it listens to signals', () => listens(left.child.pid!))
  assert.equal(await interrupt(left), 130)
})

test('Ctrl-C ends it while nobody reads from a named pipe', async (t) => {
  const folder = await workFolder(t)
  const pipe = await open(await makePipe(join(folder, 'pipe')), 'r+')
  t.after(() => pipe.close())
  // A frame of it is more than a pipe holds.
  const raw = { width: 400, height: 400, channels: 3 as const }
  const noise = sharp(randomBytes(400 * 400 * 3), { raw }).png()
  await noise.toFile(join(folder, 'noise.png'))
  const run = startMake(folder, ['noise.png', 'noise.png', '-o', 'pipe'])
  await pipe.read(Buffer.alloc(1))
  assert.equal(await interrupt(run), 130)
})

test('when nobody reads its output the GIF is still made', async (t) => {
  const folder = await workFolder(t)
  const { child, ended } = startMake(folder, [fixture('h264.mp4'), '-o', 'out.gif'])
  child.stderr!.destroy()
  await once(child.stderr!, 'close')
  assert.equal((await ended).code, 0)
  assert.deepEqual(await readdir(folder), ['out.gif'])
})

test('outputs that cannot be opened are reported in a sentence', async (t) => {
  const folder = await workFolder(t)
  await symlink('there', join(folder, 'here'))
  await symlink('here', join(folder, 'there'))
  const name = 'x'.repeat(300)
  for (const [output, says] of [
    ['here', 'here cannot be written: its links form a loop.\n'],
    [name, `${name} is too long for a file name.\n`],
    ['no/', 'no/ cannot be written: there is no folder no/.\n'],
  ] as const) {
    const { code, err } = await make(folder, [fixture('h264.mp4'), '-o', output])
    assert.deepEqual([code, err], [1, says])
  }
})

test('a time past the end of any video is refused as such', async (t) => {
  const folder = await workFolder(t)
  const { code, err } = await make(folder, [fixture('h264.mp4'), '-o', 'o.gif', '--start', '9'.repeat(24)])
  assert.equal(code, 2)
  assert.match(err, /must be seconds such as 12\.5/)
})

test('pictures in TIFF and BMP are frames, and characters without a font are named in a warning', async (t) => {
  const folder = await workFolder(t)
  await writeFile(join(folder, 'gray.bmp'), bmpOf(64, 48))
  const tiff = fixture('pictures/picture.tiff')
  const caption = ['--caption', 'Hi \u{E000}']
  const { code, err } = await make(folder, [tiff, 'gray.bmp', ...caption, '-o', 'out.gif'])
  assert.equal(code, 0, err)
  assert.match(err, /Warning: no font has these characters, so they show as boxes: \u{E000}$/mu)
  assert.match(err, /out\.gif: 64 x 48, 2 frames/)
})
