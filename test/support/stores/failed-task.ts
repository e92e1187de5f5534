import assert from 'node:assert/strict'
import { defaultClipOptions } from '#src/options/clip-options.ts'
import { newTask } from '../../contract/stores.ts'
import type { TestSite } from '../site.ts'

/** A task that has failed, as a worker would leave it. */
export async function failedTask(site: TestSite, kind: 'url' | 'video'): Promise<string> {
  return site.withStores(async ({ tasks }) => {
    const task = newTask()
    assert.ok(task.request.kind === 'video')
    const { uploads: _uploads, ...rest } = task.request
    const request =
      kind === 'video'
        ? task.request
        : {
            ...rest,
            kind,
            startSeconds: 0,
            endSeconds: 2,
            clip: defaultClipOptions,
            url: 'https://video.example/a?<b>',
            uploads: [] as [],
          }
    await tasks.submissions.add({ ...task, request }, 1000)
    const claim = await tasks.claims.claim('test', 60_000)
    assert.ok(claim)
    await tasks.claims.fail(claim, {
      code: 'source_unreachable',
      message: 'The address did not answer in time.',
      field: 'url',
    })
    return task.id
  })
}
