import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countMissing, makeMissing, type MakeMissingOptions } from '#src/creation/make-missing.ts'
import { AppError } from '#src/lib/app-error.ts'
import { missingRenditions } from '#src/media/resolve-rendition.ts'
import { derivedIn, type DerivationLab, openDerivationLab } from '../support/stores/derivations.ts'

function makeWith(lab: DerivationLab, options: Partial<MakeMissingOptions> = {}) {
  return makeMissing(lab.stores, {
    wake: () => lab.worker.wake(),
    categoryId: null,
    limit: Infinity,
    window: 2,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...options,
  })
}

test('each GIF of a catalogue without a ladder gets all of it, newest first, a few at a time', async (t) => {
  let mostOpen = 0
  const lab = await openDerivationLab(t, {
    worker: { claims: ['derivation'] },
    mediaEngine: {
      derive: async (plan, folder) => {
        const { waiting, processing } = await lab.stores.tasks.records.derivationCounts()
        mostOpen = Math.max(mostOpen, waiting + processing)
        return derivedIn(plan, folder)
      },
    },
  })
  const gifs = []
  for (let number = 0; number < 5; number++) gifs.push(await lab.addGif())
  // One that shares its files, a private one and one that already waits.
  await lab.addGif({ mediaId: gifs[0]!.mediaId })
  gifs.push(await lab.addGif({ visibility: 'private' }))
  await lab.addDerivation(gifs[1]!.mediaId, missingRenditions(gifs[1]!))
  const before = await countMissing(lab.stores.catalogue)
  assert.deepEqual([before.gifs, before.lacking, before.missing.webm], [7, 7, 7])
  const told: [number, number][] = []
  const made = await makeWith(lab, { onProgress: (...progress) => void told.push(progress) })
  assert.deepEqual(made, { done: 6, incomplete: 0 })
  assert.deepEqual(told.at(-1), [6, 7])
  assert.ok(mostOpen <= 3, `${mostOpen} open at once`)
  assert.deepEqual(await countMissing(lab.stores.catalogue), { gifs: 7, lacking: 0, missing: {} })
  assert.deepEqual(await makeWith(lab), { done: 0, incomplete: 0 })
  await lab.worker.stop(1000)
  assert.equal(lab.ended.length, 6)
})

test('it can be stopped and resumed, and does only the requested work', async (t) => {
  const stop = new AbortController()
  const lab = await openDerivationLab(t, { worker: { claims: ['derivation'] } })
  const [, second] = await lab.stores.catalogue.listCategories()
  for (let number = 0; number < 3; number++) await lab.addGif()
  const other = await lab.addGif({ categoryId: second!.id })
  assert.deepEqual(await makeWith(lab, { categoryId: second!.id }), { done: 1, incomplete: 0 })
  assert.ok((await lab.namesOf(other.code)).length > 30)
  const stopped = await makeWith(lab, {
    window: 1,
    signal: stop.signal,
    onProgress: (done) => done === 1 && stop.abort(),
  })
  assert.equal(stopped.done, 1)
  assert.deepEqual(await makeWith(lab, { limit: 1 }), { done: 1, incomplete: 0 })
  assert.deepEqual((await makeWith(lab)).incomplete, 0)
  assert.equal((await countMissing(lab.stores.catalogue)).lacking, 0)
})

test('a GIF with a rendition that cannot be made is reported, and does not stop the others', async (t) => {
  const lab = await openDerivationLab(t, {
    worker: { claims: ['derivation'] },
    mediaEngine: {
      derive: (plan, folder) =>
        plan.renditions.includes('webm') && lab.derived.length < 4
          ? Promise.reject(new AppError('media_broken', { detail: 'fileDamaged' }))
          : derivedIn(plan, folder),
    },
  })
  await lab.addGif()
  await lab.addGif()
  assert.deepEqual(await makeWith(lab), { done: 2, incomplete: 1 })
  assert.deepEqual((await countMissing(lab.stores.catalogue)).missing, {
    webm: 1,
    webmIn320: 1,
    webmIn150: 1,
  })
})
