import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { make, workFolder } from '../support/processes/make.ts'

const fixtures = await ensureFixtures()
const clip = [join(fixtures, 'h264.mp4'), '--start', '0.2', '--end', '0.8']
const root = fileURLToPath(new URL('../../', import.meta.url))
const recorder = fileURLToPath(new URL('../support/processes/record-modules.ts', import.meta.url))

/** The modules that `make` loads with these arguments, by their paths in the project; without those of Node. */
async function modulesOf(t: TestContext, args: string[]): Promise<string[]> {
  const folder = await workFolder(t)
  const list = join(folder, 'modules')
  const settings = { NODE_OPTIONS: `--import=${recorder}`, RECORD_MODULES: list }
  const { code, err } = await make(folder, [...clip, ...args], settings)
  assert.equal(code, 0, err)
  const urls = (await readFile(list, 'utf8')).split('\n').filter((url) => url.startsWith('file:'))
  return urls.map((url) => relative(root, fileURLToPath(url)))
}

/** The modules in one of the folders or files. */
function within(modules: string[], places: string[]): string[] {
  return modules.filter((path) => places.some((place) => path.startsWith(place)))
}

/** The parts of the program that a GIF of a video needs. */
const needed = [
  ...['bin/', 'src/main.ts', 'src/version.ts', 'src/cli/', 'src/app/make/', 'src/options/', 'src/lib/'],
  ...['src/media/', 'src/render/', 'src/gif/', 'src/config/setting.ts', 'src/config/settings/creation.ts'],
  // The options of captions.
  ...['src/layers/', 'node_modules/commander/'],
]

const ofFlashes = ['src/gif/flashing/']
const ofStoredFrames = ['src/render/stored-pipeline.ts', 'src/gif/loop/', 'src/gif/size-limit/']
const ofOtherFormats = ['src/render/encode/webp.ts', 'src/render/encode/mp4.ts', 'src/gif/frames/']

test('a GIF of a video loads no module of the service, and none of unused options', async (t) => {
  const modules = await modulesOf(t, ['--quiet', '-o', 'out.gif'])
  assert.deepEqual(
    modules.filter((path) => !needed.some((place) => path.startsWith(place))),
    [],
  )
  const others = [...ofFlashes, ...ofStoredFrames, ...ofOtherFormats]
  const threads = ['src/render/encode/gif-thread.ts', 'src/render/encode/gif-worker.ts']
  assert.deepEqual(within(modules, [...others, ...threads, 'src/layers/node/', 'src/gif/read/']), [])
})

test('flash detection is loaded where somebody is notified of flashes, other formats where they are made', async (t) => {
  assert.notDeepEqual(within(await modulesOf(t, ['-o', 'out.gif']), ofFlashes), [])
  assert.notDeepEqual(
    within(await modulesOf(t, ['--quiet', '-o', 'out.webp']), ['src/render/encode/webp.ts']),
    [],
  )
  assert.notDeepEqual(
    within(await modulesOf(t, ['--quiet', '--reverse', '-o', 'out.gif']), ['src/render/stored-pipeline.ts']),
    [],
  )
})

test('a GIF that goes to a pipe is encoded in a thread, so that a signal ends it', async (t) => {
  const modules = await modulesOf(t, ['--quiet', '-o', '-'])
  assert.notDeepEqual(within(modules, ['src/render/encode/gif-thread.ts']), [])
})
