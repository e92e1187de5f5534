import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNothingLost, failures } from '../support/processes/crash.ts'
import { postPictures, postVideo } from '../support/creations.ts'
import { smallVideo, startWith, toolBox } from '../support/processes/faulty-tools.ts'
import { until } from '../support/until.ts'

test('a task waits without ffmpeg, is retried when ffmpeg is killed, and is done once it works', async (t) => {
  const box = await toolBox(t)
  const { folder, server } = await startWith(t, { PATH: box.path })
  const isReady = async () => (await fetch(`${server.url}/readyz`)).status === 200
  const wasTried = (task: string) => until('it was tried', async () => (await failures(folder, task)) > 0)
  const tasks = [await postVideo(server.url, await smallVideo(t))]
  await wasTried(tasks[0]!)
  assert.equal(await isReady(), false)
  await box.replace('kill -9 $$')
  tasks.push(await postPictures(server.url))
  await wasTried(tasks[1]!)
  await box.putBack()
  await assertNothingLost(folder, server.url, tasks)
  await until('it is ready', isReady)
})
