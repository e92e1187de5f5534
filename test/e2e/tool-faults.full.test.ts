import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { allEnded, assertNothingLost, failures } from '../support/processes/crash.ts'
import { postPictures, postVideo, statusOf } from '../support/creations.ts'
import { ask, type Service, smallVideo, startWith, toolBox } from '../support/processes/faulty-tools.ts'
import { fakeTools } from '../support/rendering/fake-tools.ts'
import { withGrowingLimit } from '../support/processes/growing-limit.ts'
import { blackPng } from '../support/media/hostile-files.ts'
import { type Hunt, killRenderAfterTools, killTool, toolsOf } from '../support/processes/kill-tool.ts'
import { descendants, programOf } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'

/** Every tool of a creation, in the order of their starts, with its arguments. */
const tools: Record<string, RegExp> = {
  'reads the headers and packets': /^ffprobe .*codec_name/,
  'decodes the frames and writes MP4 and WebP': /^ffmpeg .*in-0.*libx264/,
}

/** A tool may be gone before it is seen; then another task is watched. */
const maxTries = 5
const looksPerQuestion = 20

/**
 * Has GIFs made until the hunt finds its target; returns the tasks. A task that has failed before is never hit: three
 * failures end it.
 */
async function makeUntil(
  { folder, server: { url } }: Service,
  video: Uint8Array,
  kill: (hunt: Hunt) => Promise<boolean>,
): Promise<string[]> {
  const tasks: string[] = []
  for (let tries = 0; tries < maxTries; tries++) {
    let task: string | undefined
    let looks = 0
    const met = kill({
      isOver: async () => {
        const isAsked = task !== undefined && ++looks % looksPerQuestion === 0
        return isAsked && (await statusOf(url, String(task))).status === 'done'
      },
      mayKill: async () =>
        (await ask(folder, "select count(*) from task where status = 'processing' and failures = 0")) > 0,
    })
    task = await postVideo(url, video)
    tasks.push(task)
    if (await met) return tasks
  }
  throw new Error('it was never seen')
}

test('kill -9 of each tool of a creation, and of the renderer after its tools have ended: every task ends done', async (t) => {
  const service = await startWith(t)
  const { folder, server } = service
  const video = await smallVideo(t)
  const tasks: string[] = []
  for (const [name, words] of Object.entries(tools)) {
    await t.test(`the one that ${name}`, async () => {
      // One that runs next to the killed one belongs to a task that fails anyway.
      await until('no tool runs', () => toolsOf(server.pid).length === 0)
      tasks.push(...(await makeUntil(service, video, (hunt) => killTool(server.pid, words, hunt))))
    })
  }
  await t.test('the renderer, between its last tool and its answer', async () => {
    tasks.push(...(await makeUntil(service, video, (hunt) => killRenderAfterTools(server.pid, hunt))))
  })
  await assertNothingLost(folder, server.url, tasks)
  assert.ok((await ask(folder, 'select sum(failures) from task')) > 0)
})

/** The unexpected findings of /readyz. */
async function failingChecks(url: string): Promise<string[]> {
  const { failing = [] } = (await (await fetch(`${url}/readyz`)).json()) as { failing?: string[] }
  return failing
}

/** The limit that the kernel sets to a render process, in place of the default. */
const lowLimit = [
  'for word do shift; case $word in --data=*) word=--data=900000000;; esac; set -- "$@" "$word"; done',
  'exec $REAL/prlimit "$@"',
].join('\n')

suite('broken tools', { concurrency: 3 }, () => {
  test('without ffmpeg every task waits, and is done once it is there; the server continues', async (t) => {
    const box = await toolBox(t)
    const { folder, server } = await startWith(t, { PATH: box.path })
    const tasks = [await postVideo(server.url, await smallVideo(t)), await postPictures(server.url)]
    for (const task of tasks) await until('it was tried', async () => (await failures(folder, task)) > 0)
    for (const task of tasks) assert.match((await statusOf(server.url, task)).status, /waiting|processing/)
    assert.equal((await fetch(`${server.url}/readyz`)).status, 503)
    await box.putBack()
    await assertNothingLost(folder, server.url, tasks)
    await until('it is ready', async () => (await fetch(`${server.url}/readyz`)).status === 200)
  })

  test('while no sandbox can be started no file is blamed, and every task is done once one can', async (t) => {
    const box = await toolBox(t, 'bwrap')
    await box.putBack()
    const { folder, server } = await startWith(t, { PATH: box.path })
    const before = await postVideo(server.url, await smallVideo(t))
    await until('it is done', async () => (await statusOf(server.url, before)).status === 'done')
    await box.replace('echo "bwrap: Can\'t bind mount /oldroot/etc/ld.so.cache" >&2; exit 1')
    const pictures = await postPictures(server.url)
    await until('it was tried', async () => (await failures(folder, pictures)) > 0)
    // Not before: a process that was started with the real bwrap would still make it.
    const video = await postVideo(server.url, await smallVideo(t))
    await until('it was tried', async () => (await failures(folder, video)) > 0)
    await until('/readyz says so', async () => (await failingChecks(server.url)).join() === 'decoder')
    await box.putBack()
    await assertNothingLost(folder, server.url, [before, pictures, video])
    await until('it is ready', async () => (await fetch(`${server.url}/readyz`)).status === 200)
  })

  test('an ffmpeg that hangs ends its task in timed_out, and the following tasks are done', async (t) => {
    const box = await toolBox(t)
    await box.putBack()
    await withGrowingLimit(5, async (seconds) => {
      const { folder, server } = await startWith(t, { PATH: box.path, MAX_RENDER_SECONDS: String(seconds) })
      // The decoder check, which runs at the start, must not hang; its tiny clip has to be made in time.
      const isReady = async () => (await fetch(`${server.url}/readyz`)).status === 200
      const startMs = (seconds + 30) * 1000
      if (
        !(await until('it is ready', isReady, startMs).then(
          () => true,
          () => false,
        ))
      )
        return false
      await box.replace('exec /bin/sleep 1000')
      const hanging = await postPictures(server.url)
      const hangs = () => descendants(server.pid).some((pid) => programOf(pid) === 'sleep')
      let wasSeen = false
      await until('it hangs, or did not start in time', async () => {
        wasSeen = hangs()
        return wasSeen || (await statusOf(server.url, hanging)).status === 'error'
      })
      const tasks = [await postPictures(server.url), await postPictures(server.url)]
      await box.putBack()
      const ends = await allEnded(server.url, tasks)
      if (!wasSeen || ends.some(({ error }) => error?.code === 'timed_out')) return false
      await assertNothingLost(folder, server.url, tasks, { failing: { [hanging]: 'timed_out' } })
      assert.ok(!hangs())
      return true
    })
  })

  test('a task that needs too much memory ends in a clear error, and its neighbors are done', async (t) => {
    const { folder, server } = await startWith(t, { PATH: await fakeTools(t, { prlimit: lowLimit }) })
    const bytes = blackPng({ width: 6300, height: 6300, interlaced: true, deep: true })
    const picture = `data:image/png;base64,${bytes.toString('base64')}`
    const before = await postPictures(server.url)
    const large = { width: 1280, height: 1280, resize: 1, pictures: [picture, picture] }
    const tooLarge = await postPictures(server.url, large)
    const after = await postVideo(server.url, await smallVideo(t))
    await assertNothingLost(folder, server.url, [before, after], {
      failing: { [tooLarge]: 'media_too_large' },
    })
  })
})
