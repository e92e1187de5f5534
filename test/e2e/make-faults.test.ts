import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { findProgram } from '#src/lib/tools/find-program.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { make, startMake, workFolder } from '../support/processes/make.ts'
import { startOrigin, video } from '../support/http/origin-server.ts'
import { diskTest, mountSmallDisk } from '../support/processes/small-disk.ts'
import { descendants, isAlive, programOf } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'

const fixtures = await ensureFixtures()
const fixture = (name: string) => join(fixtures, name)

/** Work that takes a long while: many large frames. */
const longWork = [fixture('large-odd.mp4'), '--width', '2400', '--fps', '50', '--preset', 'best']

test('without space for temporary files, it ends with a message', async (t) => {
  const folder = await workFolder(t)
  const nowhere = join(fixture('h264.mp4'), 'folder')
  const { code, err } = await make(folder, [...longWork, '--reverse', '-o', 'out.gif'], { TMPDIR: nowhere })
  assert.equal(code, 1)
  assert.match(err, /not a directory/)
})

diskTest(
  import.meta.filename,
  'frames stored in a file leave space on the disk of temporary files, and the error says what to do',
  async (t) => {
    const disk = await mountSmallDisk(t, 80)
    const folder = await workFolder(t)
    const settings = { TMPDIR: disk.folder }
    const { code, err } = await make(folder, [...longWork, '--reverse', '-o', 'out.gif'], settings)
    assert.equal(code, 1)
    assert.match(err, /too little free space for the frames\. Set TMPDIR to a folder on another one/)
    assert.deepEqual(await readdir(disk.folder), [])
    const few = [fixture('h264.mp4'), '--end', '0.5', '--width', '160', '--reverse', '-o', 'few.gif']
    assert.equal((await make(folder, few, settings)).code, 0)
  },
)

const faults: { what: string; words: string[]; code: number; says: RegExp }[] = [
  { what: 'a missing file', words: ['no.mp4'], code: 1, says: /^There is no file no\.mp4\.\n$/ },
  { what: 'a folder', words: ['.'], code: 1, says: /^\. is a folder; name the files in it\.\n$/ },
  {
    what: 'a text',
    words: [fixture('pictures/words.txt')],
    code: 1,
    says: /words\.txt: The file is not a video or picture that can be read\.\n$/,
  },
  {
    what: 'sound',
    words: [fixture('sound-only.mp4')],
    code: 1,
    says: /sound-only\.mp4: The file holds no video\.\n$/,
  },
  {
    what: 'a start past the end',
    words: [fixture('h264.mp4'), '--start', '9'],
    code: 1,
    says: /h264\.mp4: The video is 1 seconds long; the start must be before that\.\n$/,
  },
  {
    what: 'a crop over the edge',
    words: [fixture('h264.mp4'), '--crop', '100,0,100,100'],
    code: 1,
    says: /The crop reaches over the picture, which is 160 pixels wide and 120 high\.\n$/,
  },
  {
    what: 'a video among pictures',
    words: [fixture('pictures/plain.png'), fixture('h264.mp4')],
    code: 1,
    says: /must all be pictures/,
  },
  {
    what: 'a size too small for anything',
    words: [fixture('numbered-30.mkv'), '--max-bytes', '1KB', '--fps', '30'],
    code: 1,
    says: /The GIF does not fit into 1000 bytes: even of \d+ x \d+ pixels it takes about \d+\. .*shorter clip/,
  },
  {
    what: 'an end before the start',
    words: [fixture('h264.mp4'), '--start', '2', '--end', '1'],
    code: 2,
    says: /^--end must be after --start\.\n$/,
  },
  {
    what: 'an option of pictures for a video',
    words: [fixture('h264.mp4'), '--delay', '100'],
    code: 2,
    says: /--delay is for pictures/,
  },
  {
    what: 'an option of a video for pictures',
    words: [fixture('pictures/plain.png'), '--fps', '5'],
    code: 2,
    says: /--fps is for a video/,
  },
  {
    what: 'a speed at which no player shows single pictures',
    words: [fixture('pictures/plain.png'), fixture('pictures/plain.jpg'), '--speed', '40'],
    code: 2,
    says: /At this --speed each picture is shown for 5 ms; a GIF takes 20 to 655350\.\n$/,
  },
  {
    what: 'a speed at which a picture lasts longer than a GIF can express',
    words: [fixture('pictures/plain.png'), '--delay', '600000', '--speed', '0.5'],
    code: 2,
    says: /each picture is shown for 1200000 ms; a GIF takes 20 to 655350\.\n$/,
  },
  {
    what: 'a rate of 0',
    words: [fixture('h264.mp4'), '--fps', '0'],
    code: 2,
    says: /a number from 0\.1 to 50/,
  },
  { what: 'no input', words: [], code: 2, says: /missing required argument 'input'/ },
  { what: 'an unknown option', words: ['a.mp4', '--sharp'], code: 2, says: /unknown option '--sharp'/ },
  {
    what: 'two addresses',
    words: ['http://example.org/1.mp4', 'http://example.org/2.mp4'],
    code: 2,
    says: /An address must be the only input/,
  },
]

for (const { what, words, code, says } of faults) {
  test(`${what} is reported in a sentence, with exit code ${code}, and leaves nothing`, async (t) => {
    const folder = await workFolder(t)
    const end = await make(folder, [...words, '-o', 'out.gif'])
    assert.equal(end.code, code, end.err)
    assert.match(end.err, says)
    assert.doesNotMatch(end.err, /^\s+at /m)
    assert.deepEqual(await readdir(folder), [])
  })
}

test('an output that cannot be written is reported in a sentence', async (t) => {
  const folder = await workFolder(t)
  const missing = await make(folder, [fixture('h264.mp4'), '-o', 'no/out.gif'])
  assert.deepEqual([missing.code, missing.err], [1, 'no/out.gif cannot be written: there is no folder no.\n'])
  const itself = await make(folder, [fixture('h264.mp4'), '-o', folder])
  assert.deepEqual([itself.code, itself.err], [1, `${folder} is a folder; name a file in it.\n`])
})

test('without ffmpeg it says how to get it', async (t) => {
  const folder = await workFolder(t)
  const { code, err } = await make(folder, [fixture('h264.mp4'), '-o', 'out.gif'], { PATH: folder })
  assert.equal(code, 1)
  assert.match(err, /^ffmpeg was not found\. Install it/)
  assert.deepEqual(await readdir(folder), [])
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} ends everything and leaves no file and no process`, async (t) => {
    const folder = await workFolder(t)
    const { child, ended } = startMake(folder, [...longWork, '-o', 'out.gif'])
    const pid = child.pid!
    await until('ffmpeg works', () => descendants(pid).some((one) => programOf(one) === 'ffmpeg'))
    const tools = descendants(pid)
    assert.match((await readdir(folder)).join(), /^out\.gif\.part-[0-9a-z]+$/)
    child.kill(signal)
    const { code } = await ended
    assert.equal(code, signal === 'SIGINT' ? 130 : 143)
    assert.deepEqual(await readdir(folder), [])
    await until('every tool has ended', () => !tools.some(isAlive))
  })
}

/** Pictures that take more bytes in a GIF than a pipe holds. */
async function noise(folder: string): Promise<string[]> {
  const raw = { width: 400, height: 400, channels: 3 as const }
  const paths = ['1.png', '2.png', '3.png'].map((name) => join(folder, name))
  await Promise.all(
    paths.map((path) =>
      sharp(randomBytes(400 * 400 * 3), { raw })
        .png()
        .toFile(path),
    ),
  )
  return paths
}

test('a signal is handled while nobody reads the pipe', async (t) => {
  const inputs = await noise(await workFolder(t))
  const { child, ended } = startMake(await workFolder(t), [...inputs, '-o', '-'], { reads: false })
  await once(child.stdout!, 'readable')
  child.kill('SIGINT')
  assert.equal((await ended).code, 130)
})

test('a reader that disconnects ends it', async (t) => {
  const inputs = await noise(await workFolder(t))
  const { child, ended } = startMake(await workFolder(t), [...inputs, '-o', '-'], { reads: false })
  child.stdout!.destroy()
  assert.equal((await ended).code, 1)
})

test('temporarily stored frames are removed after a signal', async (t) => {
  const folder = await workFolder(t)
  const { child, ended } = startMake(folder, [...longWork, '--reverse', '-o', 'out.gif'])
  await until('frames are stored', async () =>
    (await readdir(folder)).some((name) => name.startsWith('gifwright-')),
  )
  child.kill('SIGINT')
  assert.equal((await ended).code, 130)
  assert.deepEqual(await readdir(folder), [])
})

test('an address is fetched like the service does: private ones only if allowed', async (t) => {
  const folder = await workFolder(t)
  const origin = await startOrigin(t, { '/clip.mp4': video(await readFile(fixture('h264.mp4'))) })
  const address = origin.url('/clip.mp4').href
  const settings = { SOURCE_PORTS: String(origin.port) }
  const refused = await make(folder, [address, '-o', 'out.gif'], settings)
  assert.equal(refused.code, 1)
  assert.match(refused.err, /private network/)
  assert.equal(origin.requests.length, 0)
  assert.deepEqual(await readdir(folder), [])
  const allowed = await make(folder, [address, '-o', 'out.gif'], { SOURCE_ALLOWED_HOSTS: origin.pair })
  assert.equal(allowed.code, 0, allowed.err)
  assert.match(allowed.err, /^out\.gif: 160 x 120, 15 frames/m)
  assert.deepEqual(await readdir(folder), ['out.gif'])
})

test('a file that names an address, as playlists do, causes no download', async (t) => {
  const folder = await workFolder(t)
  const origin = await startOrigin(t, { '/clip.mp4': video(await readFile(fixture('h264.mp4'))) })
  const address = origin.url('/clip.mp4').href
  const lists = {
    'list.m3u8': `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${address}\n#EXT-X-ENDLIST\n`,
    'list.ffconcat': `ffconcat version 1.0\nfile ${address}\n`,
  }
  for (const [name, text] of Object.entries(lists)) {
    await writeFile(join(folder, name), text)
    const { code, err } = await make(folder, [name, '-o', 'out.gif'], { SOURCE_ALLOWED_HOSTS: origin.pair })
    assert.equal(code, 1, err)
  }
  assert.equal(origin.requests.length, 0)
  assert.deepEqual((await readdir(folder)).toSorted(), Object.keys(lists).toSorted())
})

test('it reports that the video of an address is decoded without a sandbox, except when one is required', async (t) => {
  const folder = await workFolder(t)
  const programs = await workFolder(t)
  for (const name of ['ffmpeg', 'ffprobe', 'prlimit']) {
    const path = await findProgram(name, process.env.PATH ?? '')
    if (path !== undefined) await symlink(path, join(programs, name))
  }
  const origin = await startOrigin(t, { '/clip.mp4': video(await readFile(fixture('h264.mp4'))) })
  const words = [origin.url('/clip.mp4').href, '-o', 'out.gif']
  const settings = { SOURCE_ALLOWED_HOSTS: origin.pair, PATH: programs }
  const required = await make(folder, words, { ...settings, SANDBOX: 'require' })
  assert.equal(required.code, 1)
  assert.match(required.err, /^SANDBOX=require, but bubblewrap is not installed\.$/m)
  const off = await make(folder, words, { ...settings, SANDBOX: 'off' })
  assert.equal(off.code, 0, off.err)
  assert.match(off.err, /^The video is decoded without a sandbox, because SANDBOX is off\.$/m)
  assert.deepEqual(await readdir(folder), ['out.gif'])
})
