import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { removeAccount } from '#src/accounts/remove-account.ts'
import { backUp } from '#src/app/backup/backup.ts'
import { checkBackupIn } from '#src/app/backup/backup-check.ts'
import { openStores } from '#src/app/stores.ts'
import { removeGif } from '#src/catalogue/remove-gif.ts'
import { AppError } from '#src/lib/app-error.ts'
import type { DerivePlan } from '#src/media/media-engine.ts'
import { defaultClipOptions } from '#src/options/clip-options.ts'
import { defaultGifOptions } from '#src/options/gif-options.ts'
import {
  derivedIn,
  type DerivationLab,
  openDerivationLab,
  renderedLoopIn,
} from '../support/stores/derivations.ts'
import { startApp } from '../support/app.ts'
import { dataFolder } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'
import { onOneMachine, testConfig } from '../support/instance.ts'

const hourMs = 3_600_000

/** A GIF whose source is kept, if it is. */
async function makeGif(lab: DerivationLab, given: Parameters<DerivationLab['makeGif']>[0] = {}) {
  const gif = await lab.makeGif(given)
  assert.ok(gif)
  return gif
}

const kindsOf = (derived: DerivePlan[]) => derived.map(({ from }) => from.kind)

/** Lets the worker do everything, and stops it. */
async function finish(lab: DerivationLab) {
  await lab.work()
  await lab.worker.stop(5000)
}

test('the source of a GIF is kept until its renditions are derived from it with the same settings', async (t) => {
  const read: string[] = []
  const lab = await openDerivationLab(t, {
    mediaEngine: {
      render: renderedLoopIn,
      derive: async (plan, folder) => {
        assert.ok(plan.from.kind === 'source' && plan.from.plan.kind === 'video')
        read.push(await readFile(plan.from.plan.input, 'utf8'))
        return derivedIn(plan, folder)
      },
    },
  })
  const clip = { ...defaultClipOptions, autoLoop: true, speed: 2 }
  const gif = await makeGif(lab, { request: { clip, gif: { ...defaultGifOptions, loops: 3 } } })
  assert.deepEqual(await lab.stored('sources'), [gif.mediaId])
  assert.equal(await lab.stores.tasks.records.keptSourceBytes(), 'a video'.length)
  await finish(lab)
  assert.deepEqual(read, ['a video', 'a video'])
  const [{ from, loops, gif: size } = assert.fail()] = lab.derived
  assert.ok(from.kind === 'source' && from.plan.kind === 'video')
  const { input: _, ...plan } = from.plan
  assert.deepEqual(plan, {
    kind: 'video',
    startSeconds: 0.5,
    endSeconds: 1.5,
    watermarkText: 'a mark',
    gif: { ...defaultGifOptions, loops: 3 },
    clip: { ...clip, autoLoop: false },
  })
  assert.deepEqual([loops, size.hasAlpha, size.width], [3, false, 480])
  assert.deepEqual(await lab.stored('sources'), [])
  assert.equal(await lab.stores.tasks.records.keptSourceBytes(), 0)
  const { request } = await lab.stores.db
    .selectFrom('task')
    .select('request')
    .where('class', '=', 'derivation')
    .executeTakeFirstOrThrow()
  assert.equal((JSON.parse(request) as { source: unknown }).source, null)
})

test('the pictures of a GIF are kept in their order', async (t) => {
  const lab = await openDerivationLab(t)
  const gif = await makeGif(lab, {
    request: { kind: 'pictures', width: 32, height: 32, resize: false, delayMs: 200 },
  })
  await finish(lab)
  const [{ from } = assert.fail()] = lab.derived
  assert.ok(from.kind === 'source' && from.plan.kind === 'pictures')
  assert.deepEqual([from.plan.inputs.length, from.plan.delayMs], [1, 200])
  assert.deepEqual(await lab.stored('sources'), [])
  assert.ok((await lab.namesOf(gif.code)).length > 30)
})

test('the limit of kept sources holds: a source beyond it is not kept, and its GIF is derived from the MP4', async (t) => {
  // One client has a fifth of it.
  const lab = await openDerivationLab(t, { settings: { maxSourceBytes: async () => 100 } })
  const kept = await makeGif(lab, { upload: 'x'.repeat(15) })
  await makeGif(lab, { upload: 'y'.repeat(15) })
  await makeGif(lab, { upload: 'z'.repeat(21) })
  assert.deepEqual(await lab.stored('sources'), [kept.mediaId])
  assert.equal(await lab.stores.tasks.records.keptSourceBytes(), 15)
  await finish(lab)
  assert.equal(kindsOf(lab.derived).filter((kind) => kind === 'source').length, 2)
  const stored = lab.derived.flatMap(({ from }) => (from.kind === 'stored' ? from.name : []))
  assert.deepEqual(stored, Array(4).fill('mp4'))
})

test('no source is kept when that is disabled or the disk has no room', async (t) => {
  for (const settings of [{ keepSourceMs: 0 }, { maxSourceBytes: async () => -1 }]) {
    const lab = await openDerivationLab(t, { settings })
    await makeGif(lab)
    assert.deepEqual(await lab.stored('sources'), [])
    await finish(lab)
    assert.deepEqual(kindsOf(lab.derived), ['stored', 'stored'])
  }
})

test('an expired source is no longer used, no longer counted, and swept away', async (t) => {
  const lab = await openDerivationLab(t)
  await makeGif(lab)
  assert.equal((await lab.sweeper.sweep()).sources, 0)
  lab.fake.nowMs += hourMs
  assert.equal(await lab.stores.tasks.records.keptSourceBytes(), 0)
  assert.equal((await lab.sweeper.sweep()).sources, 1)
  assert.deepEqual(await lab.stored('sources'), [])
  await finish(lab)
  assert.deepEqual(kindsOf(lab.derived), ['stored', 'stored'])
})

test('a source that is gone, or can no longer be decoded, is replaced by the stored file', async (t) => {
  const lab = await openDerivationLab(t, {
    mediaEngine: {
      derive: (plan, folder) =>
        plan.from.kind === 'source'
          ? Promise.reject(new AppError('media_broken', 'It is broken.'))
          : derivedIn(plan, folder),
    },
  })
  await makeGif(lab)
  await lab.work()
  assert.deepEqual(kindsOf(lab.derived), ['source', 'stored', 'stored'])
  lab.derived.length = 0
  const gone = await makeGif(lab)
  await lab.stores.mediaStore.removeAll(`sources/${gone.mediaId}`)
  await finish(lab)
  assert.deepEqual(kindsOf(lab.derived), ['stored', 'stored'])
  assert.deepEqual(lab.ended, ['done', 'done'])
})

test('a source that ends workers is left alone after some runs', async (t) => {
  const lab = await openDerivationLab(t)
  await makeGif(lab)
  for (let died = 0; died < 3; died++) {
    await lab.stores.tasks.claims.claimDerivation('a worker that dies', 1000)
    lab.fake.nowMs += 1000
  }
  await finish(lab)
  assert.deepEqual(kindsOf(lab.derived), ['stored', 'stored'])
})

test('a derivation that fails permanently keeps no source', async (t) => {
  const lab = await openDerivationLab(t, {
    mediaEngine: { derive: () => Promise.reject(new AppError('media_broken', 'It is broken.')) },
  })
  await makeGif(lab)
  await finish(lab)
  assert.deepEqual(lab.ended, ['error'])
  assert.deepEqual(await lab.stored('sources'), [])
  assert.equal(await lab.stores.tasks.records.keptSourceBytes(), 0)
})

test('the source of a GIF that is removed is removed with it', async (t) => {
  const lab = await openDerivationLab(t)
  const owner = await lab.stores.accounts.add({
    email: 'owner@example.org',
    premium: false,
    admin: false,
    passwordHash: null,
  })
  const gif = await makeGif(lab, { ownerId: owner.id })
  await removeGif(lab.stores, gif.code, { account: owner })
  assert.deepEqual([await lab.stored('sources'), await lab.stored('gifs')], [[], []])
  await finish(lab)
  assert.deepEqual([lab.derived, lab.ended], [[], ['done']])
})

test('no source is kept of a removed account, though its public GIFs stay', async (t) => {
  const lab = await openDerivationLab(t)
  const add = (email: string) =>
    lab.stores.accounts.add({ email, premium: false, admin: false, passwordHash: null })
  const [stays, goes] = [await add('stays@example.org'), await add('goes@example.org')]
  await makeGif(lab, { ownerId: stays.id })
  const gif = await makeGif(lab, { ownerId: stays.id })
  await removeAccount(lab.stores.accounts, lab.stores.mediaStore, stays.id, 'keep')
  assert.deepEqual(await lab.stored('sources'), [])
  assert.equal(await lab.stores.tasks.records.keptSourceBytes(), 0)
  await makeGif(lab, { ownerId: goes.id })
  await removeAccount(lab.stores.accounts, lab.stores.mediaStore, goes.id, 'remove')
  assert.deepEqual(await lab.stored('sources'), [])
  await finish(lab)
  assert.ok((await lab.namesOf(gif.code)).length > 30, 'it is derived from its stored files')
  assert.deepEqual([...new Set(kindsOf(lab.derived))], ['stored'])
})

test('a creation canceled while its GIF is made leaves no source', async (t) => {
  const lab = await openDerivationLab(t, {
    mediaEngine: {
      render: async (plan, folder) => {
        const { tasks } = await lab.stores.tasks.records.list({ status: null, start: 0, limit: 1 })
        await lab.stores.tasks.submissions.cancel(tasks[0]!.id)
        return renderedLoopIn(plan, folder)
      },
    },
  })
  assert.equal(await lab.makeGif(), undefined)
  assert.deepEqual([await lab.stored('sources'), await lab.stored('gifs')], [[], []])
})

test('a source on its way to a derivation survives a sweep; one that no row names does not', async (t) => {
  let isRendering = false
  const lab = await openDerivationLab(t, {
    mediaEngine: {
      render: async (plan, folder) => {
        isRendering = true
        const [mediaId] = await claimed(lab)
        const file = plan.kind === 'video' ? plan.input : ''
        await lab.putSource(mediaId ?? '', file)
        await lab.putSource('left-by-a-dead-claim', file)
        assert.equal((await lab.sweeper.sweep()).sources, 1)
        assert.deepEqual(await lab.stored('sources'), [mediaId])
        return renderedLoopIn(plan, folder)
      },
    },
  })
  await makeGif(lab)
  assert.ok(isRendering)
})

test(
  'a backup has neither kept sources nor their names, and no address of the server serves one',
  onOneMachine('a backup of a data folder'),
  async (t) => {
    const lab = await openDerivationLab(t)
    const gif = await makeGif(lab)
    const folder = join(await dataFolder(t), 'backup')
    await backUp(testConfig({ DATA_DIR: lab.folder }), folder, () => {})
    assert.deepEqual((await readdir(join(folder, 'media'))).toSorted(), ['gifs', 'incoming'])
    assert.deepEqual((await checkBackupIn(folder, () => {})).faults, [])
    const copy = await openStores(testConfig({ DATA_DIR: folder }))
    t.after(copy.close)
    assert.equal((await copy.tasks.claims.claimDerivation('worker', 1000))?.source, null)
    assert.equal(await copy.tasks.records.keptSourceBytes(), 0)
    const app = await startApp(t, { DATA_DIR: lab.folder, WORKER_CONCURRENCY: '0' })
    assert.equal((await fetch(`${app.url}/media/gifs/${gif.mediaId}/gif.gif`)).status, 200)
    for (const path of [
      `sources/${gif.mediaId}/0`,
      `gifs/${gif.mediaId}/0`,
      `gifs/..%2fsources/${gif.mediaId}/0`,
      `gifs/..%2fsources%2f${gif.mediaId}/0`,
      `gifs/${gif.mediaId}/..%2f..%2fsources%2f${gif.mediaId}%2f0`,
    ])
      assert.equal((await fetch(`${app.url}/media/${path}`)).status, 404, path)
  },
)

/** The names of the files of running claims. */
async function claimed({ stores }: DerivationLab): Promise<string[]> {
  const rows = await stores.db.selectFrom('task').select('media_id').where('ended_at', 'is', null).execute()
  return rows.flatMap(({ media_id: mediaId }) => mediaId ?? [])
}

test('waiting for a derivation shows in the counts of derivations only', async (t) => {
  const lab = await openDerivationLab(t)
  await makeGif(lab)
  const { records } = lab.stores.tasks
  assert.deepEqual(await records.derivationCounts(), { waiting: 1, processing: 0 })
  assert.deepEqual(await records.counts(), { waiting: 0, processing: 0 })
  await finish(lab)
  await until('it is no longer counted', async () => (await records.derivationCounts()).waiting === 0)
})
