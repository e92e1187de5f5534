import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newSourceId, preparedFile } from '#src/creation/sources/prepared-source.ts'
import { AppError } from '#src/lib/app-error.ts'
import { randomId } from '#src/lib/ids.ts'
import type { RenderPlan } from '#src/media/media-engine.ts'
import { newTask } from '../contract/stores.ts'
import { type DerivationLab, openDerivationLab, sourceLimits } from '../support/stores/derivations.ts'
import { until } from '../support/until.ts'

const client = { name: 'a client', maxWaiting: 10 }
const measured = { bytes: 1234, width: 480, height: 270, frames: 15 }

/** A prepared source with its file, from which a GIF will be measured. */
async function addMeasurement({ stores, folder }: DerivationLab) {
  const sourceId = newSourceId()
  const source = {
    id: sourceId,
    ownerId: null,
    browser: 'a browser',
    client: client.name,
    kind: 'upload' as const,
  }
  await stores.preparedSources.add({ ...source, url: null, title: null, files: 1, bytes: 6 }, sourceLimits)
  const file = join(folder, 'source')
  await writeFile(file, 'a clip')
  await stores.mediaStore.put(preparedFile(sourceId, 0), file)
  const id = randomId(22)
  const { request } = newTask()
  assert.ok(request.kind === 'video')
  const prepared = { id: sourceId, isKept: true, browser: null }
  const creation = { request: { ...request, uploads: [] }, prepared }
  await stores.preparedSources.measure({ id, sourceId, ownerId: null, creation }, 10, client)
  return { id, state: () => stores.preparedSources.measurement(sourceId, id) }
}

test('a GIF is measured with its future watermark, and nothing is kept of it', async (t) => {
  const plans: RenderPlan[] = []
  const lab = await openDerivationLab(t, {
    mediaEngine: {
      measure: async (plan) => {
        plans.push(plan)
        return measured
      },
    },
  })
  const { state } = await addMeasurement(lab)
  await lab.work()
  assert.deepEqual(await state(), { status: 'done', measured })
  const [plan] = plans
  assert.ok(plan?.kind === 'video')
  assert.equal(plan.watermarkText, 'a mark')
  assert.deepEqual(await lab.stored('gifs'), [])
})

test('a measurement yields to a creation, and is made after it', async (t) => {
  let asked = 0
  const lab = await openDerivationLab(t, {
    mediaEngine: {
      measure: (_plan, _folder, { signal }) => {
        asked += 1
        if (asked > 1) return Promise.resolve(measured)
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        )
      },
    },
  })
  const { state } = await addMeasurement(lab)
  lab.worker.wake()
  await until('it is being measured', () => asked === 1)
  const task = newTask()
  await lab.stores.tasks.submissions.add(task, 10)
  lab.worker.wake()
  // Its upload is missing, which ends it.
  await until('the creation has ended', async () => {
    const view = await lab.stores.tasks.submissions.view(task.id)
    return view?.status === 'error'
  })
  await until('it is measured', async () => (await state())?.status === 'done')
  assert.equal(asked, 2)
})

test('a measurement that nobody waits for any more ends immediately', async (t) => {
  const ends: string[] = []
  const lab = await openDerivationLab(t, {
    mediaEngine: {
      measure: (_plan, _folder, { signal }) => {
        ends.push('begun')
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            ends.push('ended')
            reject(signal.reason)
          }),
        )
      },
    },
  })
  const { id, state } = await addMeasurement(lab)
  lab.worker.wake()
  await until('it is being measured', () => ends.length === 1)
  lab.worker.canceled(id)
  await until('it has ended', () => ends.length === 2)
  assert.notEqual((await state())?.status, 'done')
})

test('a failed measurement is not retried: the next change has it measured again', async (t) => {
  let asked = 0
  const lab = await openDerivationLab(t, {
    mediaEngine: {
      measure: () => {
        asked += 1
        throw new AppError('internal', { detail: 'makingFailed' }, { retry: true })
      },
    },
  })
  const { state } = await addMeasurement(lab)
  await lab.work()
  assert.equal((await state())?.status, 'error')
  assert.equal(asked, 1)
})
