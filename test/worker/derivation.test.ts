import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#src/lib/app-error.ts'
import { renditionKey, type RenditionName } from '#src/media/rendition.ts'
import { missingRenditions } from '#src/media/resolve-rendition.ts'
import { newTask } from '../contract/stores.ts'
import { derivedIn, openDerivationLab } from '../support/stores/derivations.ts'
import { until } from '../support/until.ts'

const names: RenditionName[] = ['still200w', 'gif200w', 'mp4In320', 'webmIn320']

test('a whole ladder is derived in two groups, WebM last, and each file is stored as recorded', async (t) => {
  const { stores, worker, derived, addGif, addDerivation, work, ended } = await openDerivationLab(t)
  const gif = await addGif()
  const missing = missingRenditions(gif)
  await addDerivation(gif.mediaId, missing)
  await work()
  assert.deepEqual(
    derived.map(({ renditions }) => renditions[0]),
    ['gif220w', 'webm'],
  )
  const made = derived.flatMap(({ renditions }) => renditions)
  assert.equal(new Set(made).size, made.length)
  const [first] = derived
  assert.deepEqual([first?.from.kind, first?.loops], ['stored', 0])
  assert.ok(first?.from.kind === 'stored' && first.from.name === 'webp', 'its transparency is unknown')
  const after = await stores.catalogue.gifByCode(gif.code)
  assert.ok(after)
  assert.deepEqual(missingRenditions(after), [])
  for (const name of made) {
    const { bytes } = (await stores.mediaStore.stat(renditionKey(gif.mediaId, name))) ?? {}
    assert.equal(after.renditions[name]?.bytes, bytes, name)
  }
  await worker.stop(1000)
  assert.deepEqual(ended, ['done'])
})

test('a derivation yields to a creation, keeps its finished groups, and continues with the others', async (t) => {
  let asked = 0
  const { stores, worker, derived, addGif, addDerivation, isIdle, namesOf } = await openDerivationLab(t, {
    mediaEngine: {
      derive: (plan, folder, { signal }) => {
        asked += 1
        if (asked !== 2) return derivedIn(plan, folder)
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        )
      },
    },
  })
  const gif = await addGif()
  await addDerivation(gif.mediaId, names)
  worker.wake()
  await until('the second group is being derived', () => asked === 2)
  assert.deepEqual((await namesOf(gif.code)).slice(4).toSorted(), ['gif200w', 'mp4In320', 'still200w'])
  const task = newTask()
  await stores.tasks.submissions.add(task, 10)
  worker.wake()
  // Its upload is missing, which ends it.
  await until('the creation has ended', async () => {
    const view = await stores.tasks.submissions.view(task.id)
    return view?.status === 'error'
  })
  assert.deepEqual(await stores.tasks.records.failedSince(0), 1)
  await until('it is derived', isIdle)
  assert.deepEqual(
    derived.map(({ renditions }) => renditions),
    [['gif200w', 'mp4In320', 'still200w'], ['webmIn320'], ['webmIn320']],
  )
  assert.equal((await namesOf(gif.code)).length, 4 + names.length)
})

test('a GIF removed during its derivation leaves no file, and no more are made', async (t) => {
  const lab = await openDerivationLab(t, {
    mediaEngine: {
      derive: async (plan, folder) => {
        await lab.stores.catalogue.remove(gif.id)
        await lab.stores.mediaStore.removeAll(`gifs/${gif.mediaId}`)
        return derivedIn(plan, folder)
      },
    },
  })
  const gif = await lab.addGif()
  await lab.addDerivation(gif.mediaId, names)
  await lab.work()
  await lab.worker.stop(1000)
  assert.deepEqual(await lab.stored('gifs'), [])
  assert.equal(lab.derived.length, 1)
  assert.deepEqual(lab.ended, ['done'])
})

test('a group that the media does not allow is left out: the others are made, and the derivation ends in its error', async (t) => {
  const { addGif, addDerivation, work, worker, namesOf, derived, ended } = await openDerivationLab(t, {
    mediaEngine: {
      derive: (plan, folder) =>
        plan.renditions.includes('gif200w')
          ? Promise.reject(new AppError('media_broken', 'It is broken.'))
          : derivedIn(plan, folder),
    },
  })
  const gif = await addGif()
  await addDerivation(gif.mediaId, names)
  await work()
  assert.equal(derived.length, 2)
  assert.deepEqual((await namesOf(gif.code)).slice(4), ['webmIn320'])
  await worker.stop(1000)
  assert.deepEqual(ended, ['error'])
})

test('a group that takes longer than a job may is made in smaller ones', async (t) => {
  const asked: number[] = []
  const { worker, addGif, addDerivation, work, namesOf, ended } = await openDerivationLab(t, {
    mediaEngine: {
      derive: (plan, folder) => {
        asked.push(plan.renditions.length)
        if (plan.renditions.length > 1) throw new AppError('timed_out', 'It took too long.')
        return derivedIn(plan, folder)
      },
    },
  })
  const gif = await addGif()
  await addDerivation(gif.mediaId, names)
  await work()
  assert.deepEqual(asked, [3, 2, 1, 1, 1, 1])
  assert.equal((await namesOf(gif.code)).length, 4 + names.length)
  await worker.stop(1000)
  assert.deepEqual(ended, ['done'])
})

test('an internal error is retried, with the remaining groups', async (t) => {
  let asked = 0
  const { addGif, addDerivation, work, fake, stores, worker, isIdle, derived, ended } =
    await openDerivationLab(t, {
      mediaEngine: {
        derive: (plan, folder) => {
          asked += 1
          return asked === 2
            ? Promise.reject(new AppError('internal', 'It failed.', { retry: true }))
            : derivedIn(plan, folder)
        },
      },
    })
  const gif = await addGif()
  await addDerivation(gif.mediaId, names)
  worker.wake()
  await until('it waits again', async () => {
    const { waiting } = await stores.tasks.records.derivationCounts()
    return asked === 2 && waiting === 1
  })
  assert.equal(await isIdle(), false)
  fake.nowMs += 2000
  await work()
  assert.deepEqual(derived.map(({ renditions }) => renditions[0]).slice(1), ['webmIn320', 'webmIn320'])
  await worker.stop(1000)
  assert.deepEqual(ended, ['done'])
})

test('a worker that lost its lease records nothing, and the one that has it makes each file once', async (t) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let asked = 0
  const lab = await openDerivationLab(t, {
    mediaEngine: {
      derive: async (plan, folder) => {
        asked += 1
        if (asked === 1) await held
        return derivedIn(plan, folder)
      },
    },
  })
  const gif = await lab.addGif()
  await lab.addDerivation(gif.mediaId, ['gif200w'])
  lab.worker.wake()
  await until('the first is working', () => asked === 1)
  lab.fake.nowMs += 61_000
  const other = lab.newWorker()
  t.after(() => other.stop(0))
  other.wake()
  await until('the other has done it', lab.isIdle)
  release()
  await lab.worker.stop(5000)
  assert.deepEqual(lab.ended, ['done'])
  assert.equal(asked, 2)
  assert.deepEqual((await lab.namesOf(gif.code)).slice(4), ['gif200w'])
})

test('a worker that only derives leaves creations alone', async (t) => {
  const { addGif, addDerivation, addCreation, worker, stores, ended } = await openDerivationLab(t, {
    worker: { claims: ['derivation'] },
  })
  const gif = await addGif()
  await addCreation()
  await addDerivation(gif.mediaId, ['gif200w'])
  worker.wake()
  await until('it is derived', () => ended.length === 1)
  assert.deepEqual(await stores.tasks.records.counts(), { waiting: 1, processing: 0 })
})
