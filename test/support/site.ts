import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { promisify } from 'node:util'
import type { Overrides } from '#src/app/service.ts'
import type { Gif, NewGif } from '#src/catalogue/gif.ts'
import { randomId } from '#src/lib/ids.ts'
import { type RenditionName, renditionKey, mainRenditions, renditions } from '#src/media/rendition.ts'
import { renditionsOf } from '../contract/stores.ts'
import { type TestApp, startApp } from './app.ts'
import { cachedFolder } from './media/fixtures.ts'
import { publishGif } from './stores/gifs.ts'

const run = promisify(execFile)

export type TestSite = TestApp & {
  /** Publishes a GIF as a row only. */
  add(given?: Partial<NewGif>): Promise<Gif>
  /** The same with all its files, made from an ffmpeg filter; by default a moving test picture. */
  addWithFiles(given?: Partial<NewGif>, filter?: string): Promise<Gif>
  /** Makes an account; returns its id and the header that identifies it. */
  signUp(email: string): Promise<{ id: number; headers: Record<string, string> }>
}

/** The production app without workers, to be filled by hand. */
export async function startSite(
  t: { after(action: () => Promise<void>): void },
  settings: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<TestSite> {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', ...settings }, overrides)
  const add = (given: Partial<NewGif> = {}) => app.withStores((stores) => publishGif(stores, given))
  return {
    ...app,
    add,
    async addWithFiles(given = {}, filter) {
      const { width = 320, height = 180, mediaId = randomId(16) } = given
      const made = await renditionFiles(filter ?? `testsrc2=size=${width}x${height}:rate=10:duration=2`)
      const folder = await mkdtemp(join(tmpdir(), 'gifwright-files-'))
      try {
        // The store removes the files.
        await cp(made, folder, { recursive: true })
        const fileOf = (name: RenditionName) => join(folder, renditions[name].file)
        const bytes = await Promise.all(mainRenditions.map(async (name) => (await stat(fileOf(name))).size))
        const [gif = 0, mp4 = 0, webp = 0, thumb = 0] = bytes
        const shape = { width, height, frames: 20 }
        await app.withStores(async ({ mediaStore }) => {
          for (const name of mainRenditions) await mediaStore.put(renditionKey(mediaId, name), fileOf(name))
        })
        const files = { mediaId, renditions: renditionsOf(shape, { gif, mp4, webp, thumb }) }
        return await add({ ...shape, ...files, durationMs: 2000, ...given })
      } finally {
        await rm(folder, { recursive: true })
      }
    },
    async signUp(email) {
      const token = await app.token(email)
      const account = await app.withStores(({ accounts }) => accounts.byEmail(email))
      if (account === undefined) throw new Error('no account was made')
      return { id: account.id, headers: { authorization: `Bearer ${token}` } }
    },
  }
}

/**
 * A site that the tests of a file share, started before the first of them; `fill` adds the data that all of them need.
 */
export function shareSite(
  settings: Record<string, string> = {},
  fill: (site: TestSite) => Promise<unknown> = async () => {},
): TestSite {
  const site = {} as TestSite
  const ends: (() => Promise<void>)[] = []
  before(async () => {
    Object.assign(site, await startSite({ after: (action) => void ends.push(action) }, settings))
    await fill(site)
  })
  after(async () => {
    for (const end of ends) await end()
  })
  return site
}

/** A folder with the files of a GIF that ffmpeg draws with a filter. */
function renditionFiles(filter: string): Promise<string> {
  const output = (name: RenditionName) => renditions[name].file
  const args = [
    ...['-v', 'error', '-f', 'lavfi', '-i', filter],
    ...['-loop', '0', output('gif')],
    ...['-pix_fmt', 'yuv420p', '-movflags', '+faststart', output('mp4')],
    ...['-loop', '0', output('webp')],
    ...['-frames:v', '1', '-update', '1', output('thumb')],
  ]
  const hash = createHash('sha256').update(args.join(' ')).digest('hex').slice(0, 12)
  return cachedFolder(`renditions-${hash}`, async (folder) => {
    await mkdir(folder, { recursive: true })
    await run('ffmpeg', args, { cwd: folder })
  })
}
