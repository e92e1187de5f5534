import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { storeKey } from '#src/media/media-store.ts'
import { newTask } from '../contract/stores.ts'
import { type DerivationLab, openDerivationLab, renderedLoopIn } from '../support/stores/derivations.ts'
import { until } from '../support/until.ts'

/** A waiting import of a few bytes. */
async function addImport({ folder, stores }: DerivationLab, name: string) {
  const task = newTask()
  const key = storeKey(`incoming/${task.id}/0`)
  await writeFile(join(folder, name), name)
  await stores.mediaStore.put(key, join(folder, name))
  const sourceHash = new TextEncoder().encode(name)
  const request = { ...task.request, uploads: [key], imported: { createdAt: 1000, uses: 7 } }
  await stores.tasks.imports.add(
    { ...task, request: request as typeof task.request, sourceHash, batch: null },
    { name: 'somebody', maxWaiting: 100 },
  )
  return task
}

test('an import yields to a creation of any process, and is made after it as if it had not begun', async (t) => {
  let rendered = 0
  const lab = await openDerivationLab(t, {
    worker: { claims: ['import'], importCores: 2, concurrency: 2 },
    mediaEngine: {
      render: (plan, folder, { signal }) => {
        rendered++
        if (rendered > 2) return renderedLoopIn(plan, folder)
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        )
      },
    },
  })
  const { stores, worker, addCreation, stored } = lab
  const { claims, imports } = stores.tasks
  const [first] = [await addImport(lab, 'one'), await addImport(lab, 'two')]
  worker.wake()
  await until('both are made', () => rendered === 2)
  const creation = await addCreation()
  // Nobody wakes the worker: it polls by itself.
  await until('both have yielded', async () => (await imports.counts()).waiting === 2)
  const claim = await claims.claim('another process', 60_000)
  assert.equal(claim?.id, creation.id)
  worker.wake()
  assert.equal(rendered, 2)
  await claims.fail(claim, { code: 'media_broken', message: 'It is broken.' })
  await until('both are published', async () => (await imports.counts()).waiting === 0)
  await until('both have ended', async () => (await imports.counts()).processing === 0)
  const [task] = await imports.read([first.id])
  assert.equal(task?.status, 'done')
  assert.equal(task?.failures, 0)
  const gif = await stores.catalogue.gifByCode(task.code)
  assert.equal(gif?.createdAt, 1000)
  await worker.stop(1000)
  assert.deepEqual(await stored('incoming'), [creation.id])
})

test('creations are made first, then imports, then derivations', async (t) => {
  const order: string[] = []
  const lab = await openDerivationLab(t, {
    mediaEngine: {
      render: (plan, folder) => {
        order.push('gif')
        return renderedLoopIn(plan, folder)
      },
    },
  })
  const { addGif, addDerivation, addCreation, work, derived, stores } = lab
  const gif = await addGif()
  await addDerivation(gif.mediaId, ['gif200w'])
  const imported = await addImport(lab, 'one')
  const creation = await addCreation()
  await work()
  const [made] = await stores.tasks.imports.read([imported.id])
  const ends = [await stores.catalogue.gifByCode(creation.code), await stores.catalogue.gifByCode(made!.code)]
  assert.ok(ends[0]!.id < ends[1]!.id)
  assert.equal(order.length, 2)
  assert.ok(derived.length > 0)
})
