import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../support/answers.ts'
import { canPlay } from '../support/processes/can-play.ts'
import { type Cluster, noCluster, startCluster } from '../support/processes/cluster.ts'
import { allEnded } from '../support/processes/crash.ts'
import { readRows } from '../support/stores/database-access.ts'
import { type Machine, startMachine } from '../support/processes/machines.ts'
import { withData } from '../support/stores/searching.ts'
import { startTcpProxy } from '../support/http/tcp-proxy.ts'
import { until } from '../support/until.ts'

const awayMs = 30_000
/** The promise of ChangeFeed. */
const maxStaleMs = 60_000

const skip = noCluster
const timeout = 840_000

type Shown = { path: string; status: number; retryAfter: string | null; isShown: boolean }

/** Requests everything that a web machine has in memory of a GIF: its record, a search that finds it, and its file. */
async function look(url: string, code: string, file: string): Promise<Shown[]> {
  return Promise.all(
    [`/api/gif/${code}`, '/api/find?q=zebrafish', file].map(async (path) => {
      const response = await fetch(url + path)
      const isFound = path === file || (await response.clone().text()).includes(code)
      return { path, ...(await statusOf(response)), isShown: response.ok && isFound }
    }),
  )
}

async function statusOf(response: Response): Promise<{ status: number; retryAfter: string | null }> {
  await response.arrayBuffer()
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

function assertRefused(answer: { status: number; retryAfter: string | null }): void {
  assert.equal(answer.status, 503)
  assert.ok(Number(answer.retryAfter) > 0, `Retry-After: ${answer.retryAfter}`)
}

/** Creates a GIF and has every web machine keep it in memory; returns its code and the path of its file. */
async function makeKnown(cluster: Cluster, webs: Machine[]): Promise<{ code: string; file: string }> {
  const [web] = cluster.webs
  const [{ result }] = (await allEnded(web.url(), [
    await cluster.create(web.url, 'upload', 'Zebrafish'),
  ])) as [Answer]
  const { code } = result
  for (const { url } of webs) await until('it is found', () => canPlay(url(), 'zebrafish', code))
  const record = (await (await fetch(`${web.url()}/api/gif/${code}`)).json()) as Answer
  const file = new URL(record.result[0]?.gif_url ?? '').pathname
  // Twice, so that everything that can be cached is.
  for (const { url } of [...webs, ...webs]) await look(url(), code, file)
  return { code, file }
}

/** The number of GIFs of a category that a web machine finds. */
async function countGifs(url: string, category: unknown): Promise<number> {
  return ((await (await fetch(`${url}/api/find?category=${String(category)}`)).json()) as Answer).total
}

async function untilReady(webs: Machine[]): Promise<void> {
  for (const { url } of webs)
    await until('whole again', async () => (await fetch(`${url()}/readyz/whole`)).status === 200)
}

test(
  'PostgreSQL or S3 unavailable for 30 s: data in memory is served, the rest refused, nothing lost, and no restart is needed',
  { skip, timeout },
  async (t) => {
    const cluster = await startCluster(t)
    const { postgres, s3, webs, workers, folder } = cluster
    const [web, otherWeb] = webs
    const known = await makeKnown(cluster, webs)
    const accepted: string[] = []
    const create = async (count: number) => {
      for (let number = 0; number < count; number++)
        accepted.push(
          await cluster.create(
            number % 2 === 0 ? web.url : otherWeb.url,
            number % 4 < 2 ? 'upload' : 'address',
            `Task ${accepted.length}`,
          ),
        )
    }

    await t.test('PostgreSQL', async () => {
      await create(8)
      await until('tasks are being made', async () => {
        const [row] = await readRows(folder, "select count(*) as count from task where status = 'processing'")
        return Number(row?.count) > 0
      })
      // A GIF published at that very moment would be a change that web machines know of and cannot read.
      for (const { pid } of workers) process.kill(pid(), 'SIGSTOP')
      const [row] = await readRows(
        folder,
        'select code, (select count(*) from gif) as gifs from category where id = 1',
      )
      for (const { url } of webs)
        await until(
          'every GIF is found',
          async () => (await countGifs(url(), row?.code)) === Number(row?.gifs),
        )
      await postgres.stop()
      for (const { pid } of workers) process.kill(pid(), 'SIGCONT')
      const backAt = performance.now() + awayMs
      while (performance.now() < backAt) {
        for (const { url } of webs) {
          for (const answer of await look(url(), known.code, known.file))
            assert.ok(answer.isShown, JSON.stringify(answer))
          assertRefused(await statusOf(await fetch(`${url()}/api/status/${accepted[0]}`)))
          for (const kind of ['upload', 'address'] as const) {
            const { status, headers } = await cluster.ask(url(), kind, 'Refused')
            assertRefused({ status, retryAfter: headers.get('retry-after') })
          }
          const ready = await fetch(`${url()}/readyz`)
          assert.equal(ready.status, 200)
          assert.match(await ready.text(), /"status":"degraded","failing":\[[^\]]*"database"/)
          assert.equal((await fetch(`${url()}/healthz`)).status, 200)
        }
        await pause(500)
      }
      await postgres.start()
      await untilReady(webs)
      await create(2)
      await cluster.assertNothingLost(accepted, { otherGifs: 0 })
    })

    await t.test('S3', async () => {
      const fresh = await allEnded(web.url(), [await cluster.create(web.url, 'address', 'Unseen')])
      await create(6)
      await s3.stop()
      const backAt = performance.now() + awayMs
      while (performance.now() < backAt) {
        for (const { url } of webs) {
          for (const answer of await look(url(), known.code, known.file))
            assert.ok(answer.isShown, JSON.stringify(answer))
          const record = (await (await fetch(`${url()}/api/gif/${fresh[0]?.result.code}`)).json()) as Answer
          assertRefused(await statusOf(await fetch(record.result[0]?.gif_url ?? '')))
          const upload = await cluster.ask(url(), 'upload', 'Refused')
          assertRefused({ status: upload.status, retryAfter: upload.headers.get('retry-after') })
          // It does not need a file yet.
          const address = await cluster.ask(url(), 'address', 'Accepted without S3')
          if (address.status === 200) accepted.push(address.body.id)
          else assertRefused({ status: address.status, retryAfter: address.headers.get('retry-after') })
        }
        await pause(2000)
      }
      await s3.start()
      await untilReady(webs)
      await create(2)
      await cluster.assertNothingLost(accepted)
    })
    assert.deepEqual(await cluster.stop(), [0, 0, 0, 0])
  },
)

test(
  'a web machine that is cut off from PostgreSQL shows a GIF hidden elsewhere for at most 60 s',
  { skip, timeout },
  async (t) => {
    const cluster = await startCluster(t)
    const { webs, stores, folder } = cluster
    const [web] = webs
    const port = Number(new URL(stores.DATABASE_URL ?? '').port)
    const cutOff = await Promise.all(
      (['refused', 'silent'] as const).map(async (how) => {
        const proxy = await startTcpProxy(t, port)
        const address = new URL(stores.DATABASE_URL ?? '')
        address.port = String(proxy.port)
        const machine = await startMachine(t, 'serve', { ...stores, DATABASE_URL: address.href })
        return { how, proxy, machine }
      }),
    )
    const machines = cutOff.map(({ machine }) => machine)
    const known = await makeKnown(cluster, [web, ...machines])
    const other = await makeKnown(cluster, [web, ...machines])
    for (const { proxy, how } of cutOff) await proxy.cut(how)
    const cutAt = performance.now()
    await withData(folder, async ({ catalogue }) => {
      const gif = await catalogue.gifByCode(known.code)
      await catalogue.change(gif?.id ?? 0, { hidden: true })
    })
    await until('the others hide it', async () =>
      (await look(web.url(), known.code, known.file)).every(({ isShown }) => !isShown),
    )
    await Promise.all(
      cutOff.map(async ({ how, machine }) => {
        let shown = 0
        await until(`${how}: it is shown no more`, async () => {
          const sentAt = performance.now()
          const answers = await look(machine.url(), known.code, known.file)
          if (!answers.some(({ isShown }) => isShown)) {
            for (const answer of answers) assertRefused(answer)
            await until(`${how}: it is not ready`, async () => {
              const ready = await fetch(`${machine.url()}/readyz`)
              return (await ready.text()).includes('"catalogue"') && ready.status === 503
            })
            return true
          }
          shown++
          assert.ok(sentAt < cutAt + maxStaleMs, `shown ${Math.round(sentAt - cutAt)} ms after`)
          await pause(250)
          return false
        })
        assert.ok(shown > 0, 'data in memory was served')
      }),
    )
    for (const { proxy } of cutOff) await proxy.restore()
    await untilReady(machines)
    for (const { url } of machines) {
      await until('the other GIF is shown again', () => canPlay(url(), 'zebrafish', other.code))
      for (const { status } of await look(url(), known.code, known.file))
        assert.ok(status === 404 || status === 200)
      assert.ok((await look(url(), known.code, known.file)).every(({ isShown }) => !isShown))
    }
    for (const machine of machines) assert.equal(await machine.stop(), 0)
    assert.deepEqual(await cluster.stop(), [0, 0, 0, 0])
  },
)
