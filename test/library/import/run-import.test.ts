import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { DiskSpace, unlimitedDiskSpace } from '#src/creation/disk-space.ts'
import { countMissing } from '#src/creation/make-missing.ts'
import { fileImporter } from '#src/library/import/import-file.ts'
import { openImportSource } from '#src/library/import/open-source.ts'
import {
  type ImportRunDeps,
  type ImportRunOptions,
  type ImportTotals,
  type ReportLine,
  runImport,
} from '#src/library/import/run-import.ts'
import { AppError } from '#src/lib/app-error.ts'
import type { MediaEngine } from '#src/media/media-engine.ts'
import { storeKey } from '#src/media/media-store.ts'
import { Workspaces } from '#src/worker/workspaces.ts'
import { newTask } from '../../contract/stores.ts'
import { openDerivationLab, renderedLoopIn } from '../../support/stores/derivations.ts'

const keepRefusal =
  'The animation cannot be kept as it is: it has more than 100 frames. It can be remade instead.'

type Render = MediaEngine['render']

const defaults = { categoryId: 1, tags: [], visibility: 'public' as const, rating: null, ownerId: null }
const gif = (text: string) => `GIF89a ${text}`

/** Real stores and a worker, on an engine that writes a few bytes for each file, and a folder to import. */
async function openLab(t: TestContext, files: Record<string, string>, render?: Render) {
  const lab = await openDerivationLab(t, {
    worker: { claims: ['import'] },
    mediaEngine: { render: render ?? ((plan, folder) => renderedLoopIn(plan, folder)) },
  })
  const { stores, worker, folder } = lab
  const source = join(folder, 'source')
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(source, name)), { recursive: true })
    await writeFile(join(source, name), text)
  }
  for (const [name, text] of Object.entries(files)) await write(name, text)
  const fetched: string[] = []
  const run = async (
    changes: Partial<ImportRunOptions> = {},
    what = source,
    diskSpace: ImportRunDeps['diskSpace'] = unlimitedDiskSpace,
  ) => {
    const lines: ReportLine[] = []
    const totals: ImportTotals = { added: 0, copies: 0, near: 0, refused: 0, bytes: 0 }
    const opened = await openImportSource(what, { folders: 'tags' })
    const deps = {
      tasks: stores.tasks,
      importFile: fileImporter({
        tasks: stores.tasks,
        mediaStore: stores.mediaStore,
        maxClipSeconds: 15,
        onAdded: () => worker.wake(),
      }),
      sources: {
        check: (address: string) => new URL(address),
        fetch: async (url: URL, into: string) => {
          fetched.push(url.href)
          if (url.pathname === '/gone') throw new AppError('source_not_found', { detail: 'noVideoAtAddress' })
          await writeFile(join(into, 'fetched'), gif(`of ${url.pathname}`))
          return { path: join(into, 'fetched'), title: 'Its title' }
        },
      },
      maxBytes: 2 ** 20,
      lookups: { categoryId: async () => 1, ownerId: async () => undefined, now: () => lab.fake.nowMs },
      workspaces: new Workspaces(join(folder, 'staged')),
      diskSpace,
      nearCopies: async () => [],
    }
    const options: ImportRunOptions = {
      defaults,
      window: { files: 3, bytes: 1000 },
      limit: Infinity,
      remake: false,
      dryRun: false,
      signal: new AbortController().signal,
      onProgress: () => {},
      report: async (line) => void lines.push(line),
      ...changes,
    }
    worker.wake()
    await runImport(deps, opened, options, totals).finally(() => opened.close())
    lines.sort((one, other) => (one.name < other.name ? -1 : 1))
    return { totals, lines }
  }
  const gifs = async () => (await countMissing(stores.catalogue)).gifs
  return { ...lab, source, write, run, fetched, gifs }
}

test('a folder is imported once: refused files and copies are reported, and a second run adds nothing', async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`cats/${index}.gif`, gif(`${index}`)]),
  )
  const lab = await openLab(t, {
    ...files,
    'a copy.gif': gif('1'),
    'a picture.jpg': '\xff\xd8\xff',
    'large.gif': gif('x'.repeat(2 ** 20)),
    'text.txt': 'hello',
  })
  await symlink('/etc/hostname', join(lab.source, 'link.gif'))
  const refused = [
    { name: 'a picture.jpg', result: 'refused', reason: 'This is no GIF, WebP, PNG or video file.' },
    { name: 'large.gif', result: 'refused', reason: 'The file is larger than 1 MB (MAX_UPLOAD_MB).' },
    { name: 'link.gif', result: 'refused', reason: 'Links are not followed.' },
    { name: 'text.txt', result: 'refused', reason: 'This is no GIF, WebP, PNG or video file.' },
  ]
  const dry = await lab.run({ dryRun: true })
  assert.deepEqual([dry.totals.added, dry.totals.copies, dry.totals.refused], [10, 1, 4])
  assert.equal(await lab.gifs(), 0)

  const first = await lab.run()
  assert.deepEqual([first.totals.added, first.totals.copies, first.totals.refused], [10, 1, 4])
  assert.deepEqual(
    first.lines.filter(({ result }) => result === 'refused'),
    refused,
  )
  assert.equal(await lab.gifs(), 10)

  await lab.write('dogs/new.gif', gif('new'))
  const second = await lab.run()
  assert.deepEqual([second.totals.added, second.totals.copies, second.totals.refused], [1, 11, 4])
  const copy = second.lines.find(({ name }) => name === 'cats/7.gif')
  const made = copy?.result === 'copy' ? await lab.stores.catalogue.gifByCode(copy.code) : undefined
  assert.deepEqual(made?.tags, ['cats'])
  await lab.worker.stop(1000)
  assert.deepEqual(await lab.stored('incoming'), [])
})

test('a file whose import is canceled is examined again if another item, or another run, waited for it', async (t) => {
  const render: { make: Render } = { make: (plan, folder) => renderedLoopIn(plan, folder) }
  const lab = await openLab(t, { 'a.gif': gif('a') }, (...args) => render.make(...args))
  const { db, tasks } = lab.stores
  /** Cancels the running import, the first time. */
  const cancelFirst = () => {
    render.make = async (plan, folder) => {
      render.make = (again, into) => renderedLoopIn(again, into)
      const { id } = await db
        .selectFrom('task')
        .select('id')
        .where('status', '=', 'processing')
        .executeTakeFirstOrThrow()
      await tasks.submissions.cancel(id)
      return renderedLoopIn(plan, folder)
    }
  }
  await lab.write('b.gif', gif('a'))
  cancelFirst()
  const both = await lab.run()
  assert.deepEqual([both.totals.added, both.totals.copies, both.totals.refused], [1, 0, 1])
  assert.equal(await lab.gifs(), 1)

  // Someone else with the same owner has added the file, and cancels it.
  await lab.write('a.gif', gif('another'))
  await lab.write('b.gif', gif('another'))
  const task = newTask()
  const key = storeKey(`incoming/${task.id}/0`)
  await writeFile(join(lab.folder, 'sent'), 'sent')
  await lab.stores.mediaStore.put(key, join(lab.folder, 'sent'))
  const request = { ...task.request, uploads: [key] } as typeof task.request
  const sourceHash = createHash('sha256').update(gif('another')).digest()
  const elsewhere = { name: 'elsewhere', maxWaiting: 1 }
  await tasks.imports.add({ ...task, request, sourceHash, batch: null }, elsewhere)
  cancelFirst()
  const next = await lab.run()
  assert.deepEqual([next.totals.added, next.totals.copies, next.totals.refused], [1, 1, 0])
  assert.equal(await lab.gifs(), 2)
})

test('a list that gives one file two codes, as an export may, makes two GIFs of it, and a second run none', async (t) => {
  const lab = await openLab(t, { 'a.gif': gif('a'), 'twin.gif': gif('a'), 'b.gif': gif('a') })
  const line = (file: string, code: string) => JSON.stringify({ file, code })
  const lines = [line('a.gif', 'First1'), line('twin.gif', 'Second2'), line('b.gif', 'First1')]
  await lab.write('gifs.jsonl', lines.join('\n'))
  const list = join(lab.source, 'gifs.jsonl')
  const dry = await lab.run({ dryRun: true }, list)
  const first = await lab.run({}, list)
  assert.equal(dry.totals.added, 2)
  assert.deepEqual([first.totals.added, first.totals.copies], [2, 1])
  for (const code of ['First1', 'Second2'])
    assert.equal((await lab.stores.catalogue.gifByCode(code))?.code, code)
  const second = await lab.run({}, list)
  assert.deepEqual([second.totals.added, second.totals.copies], [0, 3])
  const codes = second.lines.map((one) => one.result === 'copy' && one.code)
  assert.deepEqual(codes, ['First1', 'First1', 'Second2'])
})

test('a stopped run is resumed: waiting imports are waited for and not added again', async (t) => {
  let isMaking = false
  const lab = await openLab(
    t,
    Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`${index}.gif`, gif(`${index}`)])),
    async (plan, folder) => {
      isMaking = true
      return renderedLoopIn(plan, folder)
    },
  )
  const stop = new AbortController()
  const { totals } = await lab.run({
    signal: stop.signal,
    onProgress: () => {
      if (isMaking) stop.abort()
    },
  })
  assert.ok(totals.added < 8)
  const rest = await lab.run()
  assert.ok(rest.totals.added + rest.totals.copies === 8, JSON.stringify(rest.totals))
  assert.equal(await lab.gifs(), 8)
  const limited = await lab.run({ limit: 1 }, join(lab.source, '1.gif'))
  assert.deepEqual([limited.totals.added, limited.totals.copies], [0, 1])
})

test('an address is fetched once, and an address without an animation is refused', async (t) => {
  const lab = await openLab(t, {
    'list.txt': 'https://a.example/one.gif\nhttps://a.example/gone\nhttps://a.example/two.gif',
  })
  const list = join(lab.source, 'list.txt')
  assert.equal((await lab.run({ dryRun: true }, list)).totals.added, 3)
  assert.equal(lab.fetched.length, 0)
  const { totals, lines } = await lab.run({}, list)
  assert.deepEqual([totals.added, totals.refused], [2, 1])
  assert.deepEqual(lines, [
    { name: 'https://a.example/gone', result: 'refused', reason: 'There is no video at the address.' },
  ])
  const again = await lab.run({}, list)
  assert.deepEqual([again.totals.copies, again.totals.refused], [2, 1])
  assert.deepEqual(lab.fetched.toSorted(), [
    ...['https://a.example/gone', 'https://a.example/gone'],
    ...['https://a.example/one.gif', 'https://a.example/two.gif'],
  ])
})

test('a file beyond the limits of kept files is refused, or re-encoded on request', async (t) => {
  const lab = await openLab(t, { 'a.gif': gif('a'), 'b.gif': gif('b') }, async (plan, folder) => {
    if (plan.kind === 'keep') throw new AppError('keep_refused', { detail: 'keepTooManyFrames', max: 100 })
    return renderedLoopIn(plan, folder)
  })
  const kept = await lab.run()
  assert.deepEqual(
    kept.lines.map(({ name, ...line }) => [name, 'reason' in line && line.reason]),
    [
      ['a.gif', keepRefusal],
      ['b.gif', keepRefusal],
    ],
  )
  const remade = await lab.run({ remake: true })
  assert.deepEqual([remade.totals.added, remade.totals.refused], [2, 0])
  assert.equal((await lab.run({ remake: true })).totals.copies, 2)
})

test('a full disk ends the run, which resumes when there is space', async (t) => {
  const lab = await openLab(t, { 'a.gif': gif('a') })
  const full = new DiskSpace({ freeBytes: async () => 0, minFreeBytes: 1 })
  await assert.rejects(lab.run({}, lab.source, full), { code: 'unavailable' })
  assert.equal((await lab.run()).totals.added, 1)
})
