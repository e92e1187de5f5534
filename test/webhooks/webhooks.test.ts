import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { Webhook as Verifier } from 'standardwebhooks'
import type { Gif } from '#src/catalogue/gif.ts'
import type { NewNotice } from '#src/catalogue/notices/notice-store.ts'
import { slowPlaces } from '#src/webhooks/delivery-places.ts'
import { createWebhookSecrets } from '#src/webhooks/webhook-secrets.ts'
import { type WebhookEvent, webhookLimits } from '#src/webhooks/webhook.ts'
import { type Payload, startWebhookReceiver } from '../support/servers/webhook-receiver.ts'
import { postForm, signedIn } from '../support/signed-in.ts'
import { startSite, type TestSite } from '../support/site.ts'
import { openTestStores } from '../support/stores/stores.ts'
import { until } from '../support/until.ts'
import { newGif, newTask, publishClaimed } from '../contract/stores.ts'

function noticeAbout({ id }: Gif, reference: string): NewNotice {
  return {
    gifId: id,
    reason: 'other',
    words: 'A reason in words',
    capacity: null,
    rightsOwner: null,
    work: null,
    statements: [],
    reference,
    secretHash: reference,
    reporterId: null,
    contact: { name: 'Zoe', email: 'zoe@example.org', address: '', signature: 'Zoe' },
  }
}

const allEvents = {
  'task.done': '1',
  'task.failed': '1',
  'gif.published': '1',
  'gif.reported': '1',
  'gif.hidden': '1',
  'gif.shown': '1',
  'gif.removed': '1',
}

async function addHook(site: TestSite, list: string, url: string, headers: Record<string, string>) {
  const answer = await postForm(site, list, { url, ...allEvents }, headers)
  const page = await answer.text()
  return {
    status: answer.status,
    page,
    secret: /whsec_[A-Za-z0-9+/=]+/.exec(page)?.[0] ?? '',
    path: new RegExp(`${list}/\\d+`).exec(page)?.[0] ?? '',
  }
}

async function start(
  t: TestContext,
  answers: Record<string, number> = {},
  settings: Record<string, string> = {},
) {
  const receiver = await startWebhookReceiver(t, answers)
  const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs }
  const site = await startSite(t, { SOURCE_ALLOWED_HOSTS: receiver.pair, ...settings }, { clock })
  const root = await signedIn(site, { email: 'root@example.org', admin: true })
  const anna = await signedIn(site, { email: 'anna@example.org' })
  await site.withStores(async ({ sessions, db }) => {
    const rows = await db.selectFrom('session').select('id').execute()
    for (const { id } of rows) await sessions.confirm(id)
  })
  const read = async (path: string, who = anna) => (await site.fetch(path, { headers: who.headers })).text()
  return { receiver, clock, site, root, anna, read }
}

test('events are signed and sent to everyone concerned, and private GIFs only to their owner', async (t) => {
  const { receiver, site, root, anna, read } = await start(t)
  const own = await addHook(site, '/settings/webhooks', receiver.url('/anna'), anna.headers)
  const operators = await addHook(site, '/admin/webhooks', receiver.url('/root'), root.headers)
  assert.deepEqual([own.status, operators.status], [200, 200])
  assert.notEqual(own.secret, '')
  assert.doesNotMatch(await read(own.path), /whsec_/, 'shown once')
  const stored = await site.withStores(({ db }) => db.selectFrom('webhook').selectAll().execute())
  const bytes = Buffer.from(own.secret.slice(6), 'base64')
  for (const { secret } of stored) assert.equal(Buffer.from(secret).includes(bytes), false)

  const bert = await site.signUp('bert@example.org')
  const hers = await site.add({ ownerId: anna.account.id, title: 'Hers' })
  const secret = await site.add({ ownerId: anna.account.id, visibility: 'private', title: 'A secret' })
  const his = await site.add({ ownerId: bert.id, title: 'His' })
  const unlisted = await site.add({ ownerId: bert.id, visibility: 'unlisted', title: 'Not listed' })
  await site.withStores(async ({ catalogue, notices, tasks }) => {
    await catalogue.change(his.id, { hidden: true })
    await catalogue.change(his.id, { hidden: false })
    await catalogue.change(secret.id, { title: 'Still a secret' })
    await notices.add(noticeAbout(hers, 'REF2345678'), { ofReason: 5, inAll: 5 })
    await notices.add(noticeAbout(unlisted, 'REF8765432'), { ofReason: 5, inAll: 5 })
    await catalogue.remove(secret.id)
    await catalogue.remove(his.id)
    const task = newTask({ ownerId: anna.account.id })
    await tasks.submissions.add(task, 1000)
    await tasks.submissions.cancel(task.id)
  })
  await until('all are delivered', () => receiver.received.length >= 14)
  const types = (path: string) => receiver.payloads(path).map(({ type }) => type)
  assert.deepEqual(types('/anna'), [
    'gif.published',
    'task.done',
    'gif.published',
    'task.done',
    'gif.reported',
    'gif.removed',
    'task.failed',
  ])
  assert.deepEqual(types('/root'), [
    'gif.published',
    'gif.published',
    'gif.hidden',
    'gif.shown',
    'gif.reported',
    'gif.reported',
    'gif.removed',
  ])
  const ofAnna = receiver.payloads('/anna')
  const ofRoot = receiver.payloads('/root')
  const [published, done, privately] = ofAnna
  const found = (await site.json('/api/find?q=hers')).body
  assert.deepEqual(published?.data.gif, found.result[0], 'the record as returned by the API')
  assert.deepEqual(done?.data.task?.result, { code: hers.code, url: `/${hers.code}` })
  assert.match(String(privately?.data.gif?.gif_url), /[?&](sig|signature|s|expires)/i)
  assert.deepEqual(ofAnna[4]?.data.notice, { reason: 'other' })
  assert.deepEqual(ofRoot[4]?.data.notice, { reason: 'other', reference: 'REF2345678' })
  assert.equal(ofRoot[5]?.data.gif, null, 'an address that is not public is not revealed')
  assert.match(JSON.stringify(ofAnna[6]?.data.task), /"error":\{"code":"cancelled"/)
  const told = JSON.stringify(ofRoot)
  assert.doesNotMatch(
    JSON.stringify([ofAnna, ofRoot]),
    /Zoe|zoe@|A reason in words/,
    'nothing about the sender of a notice',
  )
  for (const gif of [secret, unlisted]) {
    assert.doesNotMatch(told, new RegExp(`${gif.code}|${gif.mediaId}|${gif.title}`))
  }

  for (const [path, key] of [
    ['/anna', own.secret],
    ['/root', operators.secret],
  ] as const) {
    for (const { headers, body } of receiver.at(path)) {
      const verified = new Verifier(key).verify(body, headers as Record<string, string>) as Payload
      assert.equal(verified.id, headers['webhook-id'])
      assert.equal(headers['content-type'], 'application/json')
    }
  }
  const [first] = receiver.at('/anna')
  assert.throws(
    () => new Verifier(operators.secret).verify(first!.body, first!.headers as never),
    'another key',
  )
  assert.throws(
    () => new Verifier(own.secret).verify(`${first!.body} `, first!.headers as never),
    'another body',
  )

  // A new secret: for a day the old one signs too.
  const rotated = await (await postForm(site, `${own.path}/rotate`, {}, anna.headers)).text()
  const next = /whsec_[A-Za-z0-9+/=]+/.exec(rotated)?.[0] ?? ''
  assert.equal((await postForm(site, `${own.path}/test`, {}, anna.headers)).status, 303)
  await until('the test event', () => types('/anna').length === 8)
  const last = receiver.at('/anna').at(-1)!
  for (const key of [own.secret, next]) new Verifier(key).verify(last.body, last.headers as never)
  await until('it is recorded', async () => (await read(own.path)).split('Delivered').length === 9)

  const counts = await site.withStores(({ tasks }) => tasks.records.counts())
  assert.deepEqual(counts, { waiting: 0, processing: 0 })
  assert.equal((await site.fetch(own.path, { headers: root.headers })).status, 404, 'another account’s')
  assert.equal(
    (await site.fetch(operators.path.replace('admin', 'settings'), { headers: anna.headers })).status,
    404,
  )

  await site.withStores(({ accounts }) => accounts.remove(anna.account.id, 'keep'))
  const left = await site.withStores(({ db }) =>
    db.selectFrom('task').select('webhook_id').distinct().where('class', '=', 'delivery').execute(),
  )
  assert.deepEqual(
    left.map((row) => ({ ...row })),
    [{ webhook_id: Number(operators.path.split('/').at(-1)) }],
  )
})

test('a failed delivery is repeated with the same id, and a receiver that is gone or fails for days is disabled', async (t) => {
  const { receiver, clock, site, anna, read } = await start(t, { '/down': 503, '/gone': 410, '/moved': 302 })
  const list = '/settings/webhooks'
  const down = await addHook(site, list, receiver.url('/down'), anna.headers)
  const gone = await addHook(site, list, receiver.url('/gone'), anna.headers)
  const moved = await addHook(site, list, receiver.url('/moved'), anna.headers)
  const test = (hook: { path: string }) => postForm(site, `${hook.path}/test`, {}, anna.headers)
  await Promise.all([test(down), test(gone), test(moved)])
  await until('each was tried', () => new Set(receiver.received.map(({ path }) => path)).size === 3)
  await until('the failures are recorded', async () => {
    const pages = await Promise.all([down, gone, moved].map(({ path }) => read(path)))
    return /HTTP 503/.test(pages[0]!) && /answered 410 Gone/.test(pages[1]!) && /HTTP 302/.test(pages[2]!)
  })
  assert.match(await read(list), /Disabled/)
  assert.equal(receiver.at('/elsewhere').length, 0, 'no redirect is followed')

  receiver.answers['/down'] = 204
  // A minute, and the jitter.
  clock.aheadMs += 75_000
  await until('it is delivered', async () => /Delivered/.test(await read(down.path)))
  const ids = receiver.payloads('/down').map(({ id }) => id)
  assert.deepEqual(ids, [ids[0], ids[0]])

  // The sending process is killed: its lease ends.
  const claim = await site.withStores(async ({ webhooks }) => {
    const id = Number(down.path.split('/').at(-1))
    const event: WebhookEvent = {
      id: 'evt_killed',
      type: 'test',
      createdAt: clock.now(),
      data: { kind: 'test' },
    }
    await webhooks.send(id, event)
    return webhooks.claimDelivery(0)
  })
  if (claim !== undefined) assert.equal(claim.event.id, 'evt_killed')
  await until('it is still sent', () => receiver.payloads('/down').some(({ id }) => id === 'evt_killed'))
  await until('it is recorded', async () => (await read(down.path)).split('Delivered').length === 3)

  clock.aheadMs += 4 * 24 * 60 * 60_000
  await until('it is disabled', async () => /failed for three days/.test(await read(moved.path)))
  assert.equal((await postForm(site, `${moved.path}/enable`, {}, anna.headers)).status, 303)
  receiver.answers['/moved'] = 200
  const [delivery] = await site.withStores(({ webhooks }) =>
    webhooks.deliveries(Number(moved.path.split('/').at(-1)), 1),
  )
  await postForm(site, `${moved.path}/again`, { delivery: delivery?.id ?? '' }, anna.headers)
  await until('it is delivered', async () => /Delivered/.test(await read(moved.path)))
  assert.match(await read(list), /Active/)
})

test('private addresses are refused, and so are too many webhooks and those without an event', async (t) => {
  const { receiver, clock, site, anna, read } = await start(t)
  const list = '/settings/webhooks'
  const add = (url: string) => addHook(site, list, url, anna.headers)
  for (const url of [
    'http://127.0.0.1:1/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://localhost/',
    'ftp://example.org/',
    'https://a:b@example.org/',
    'nonsense',
    `https://example.org/${'x'.repeat(webhookLimits.urlLength)}`,
  ]) {
    assert.equal((await add(url)).status, 422, url)
  }
  const without = await postForm(site, list, { url: receiver.url('/a') }, anna.headers)
  assert.deepEqual([without.status, /Choose at least one event/.test(await without.text())], [422, true])
  // It was allowed once, or its name leads there now.
  await site.withStores(async ({ webhooks, secret }) => {
    const { sealed } = createWebhookSecrets(secret).make()
    const hook = { url: 'http://127.0.0.1/', events: ['gif.published' as const], secret: sealed }
    await webhooks.add(anna.account.id, hook, 10)
  })
  await postForm(site, `${list}/1/test`, {}, anna.headers)
  await until('it is refused', async () => /leads into a private network/.test(await read(`${list}/1`)))
  for (let count = 1; count < webhookLimits.ofAccount; count += 1) {
    assert.equal((await add(receiver.url(`/${count}`))).status, 200)
  }
  const tooMany = await add(receiver.url('/more'))
  assert.deepEqual([tooMany.status, /You can have 10 webhooks/.test(tooMany.page)], [422, true])
  assert.equal((await site.fetch(list, { redirect: 'manual' })).status, 303, 'a visitor signs in first')
  clock.aheadMs += 11 * 60_000
  const later = await postForm(site, `${list}/2/rotate`, {}, anna.headers)
  assert.deepEqual([later.status, /Enter your password/.test(await later.text())], [422, true])
})

test('deliveries older than a day are dropped if too many wait, no others, and webhooks take turns', async (t) => {
  const { db, webhooks, ...stores } = await openTestStores(t)
  const secret = new Uint8Array(60)
  const events = ['gif.published' as const]
  const full = await webhooks.add(null, { url: 'https://a.example/', events, secret }, 10)
  const other = await webhooks.add(null, { url: 'https://b.example/', events, secret }, 10)
  const event: WebhookEvent = { id: 'evt_old', type: 'test', createdAt: Date.now(), data: { kind: 'test' } }
  await sql`
    with recursive number (n) as (select 1 union all select n + 1 from number where n < ${webhookLimits.waiting})
    insert into task (id, class, request, status, due_at, created_at, webhook_id)
    select 'd' || n, 'delivery', ${JSON.stringify(event)}, 'waiting', n, n, ${full!.id} from number
  `.execute(db)
  await webhooks.send(other!.id, event)
  const gif = newGif()
  await stores.tasks.submissions.add(newTask({ code: gif.code }), 1000)
  const claim = await stores.tasks.claims.claim('test', 60_000)
  await publishClaimed(stores, claim!, gif)
  const rows = await webhooks.deliveries(full!.id, 2000)
  assert.equal(rows.length, webhookLimits.waiting + 1)
  assert.equal(rows.filter(({ status }) => status === 'waiting').length, webhookLimits.waiting)
  assert.deepEqual([rows.at(-1)?.id, rows.at(-1)?.status], ['d1', 'error'])
  assert.equal((await webhooks.byId(null, full!.id))?.dropped, 1)
  const waiting = async () =>
    (await webhooks.deliveries(full!.id, 3000)).filter(({ status }) => status === 'waiting').length
  const createdAt = (time: number) =>
    db
      .updateTable('task')
      .set({ created_at: sql`${time}` as never })
      .where('id', 'like', 'd%')
      .execute()
  await createdAt(Date.now() - webhookLimits.keptMs + 60 * 60_000)
  for (let number = 0; number < 5; number++)
    await webhooks.send(full!.id, { ...event, createdAt: Date.now() })
  assert.equal(await waiting(), webhookLimits.waiting + 5, 'none is a day old')
  await createdAt(0)
  await webhooks.send(full!.id, { ...event, createdAt: Date.now() })
  assert.equal(await waiting(), webhookLimits.waiting)

  const first = await webhooks.claimDelivery(30_000)
  const second = await webhooks.claimDelivery(30_000)
  assert.deepEqual([first?.id, second?.webhook.id], ['d8', other!.id])
  assert.equal(await webhooks.claimDelivery(30_000), undefined, 'one of a webhook at a time')
  await webhooks.endDelivery(second!, { kind: 'done' }, { response: 200, error: null })
  await webhooks.endDelivery(first!, { kind: 'retry', delayMs: 43_000_000 }, { response: 500, error: 'No.' })
  const next = [await webhooks.claimDelivery(30_000), await webhooks.claimDelivery(30_000)]
  assert.deepEqual(new Set(next.map((one) => one?.webhook.id)), new Set([full!.id, other!.id]))
  assert.ok(
    next.some((one) => one?.id === 'd9'),
    'a failed one waits, the next one does not',
  )
})

test('slow webhooks of some accounts do not delay those of others, and manual deliveries have a rate limit', async (t) => {
  const { receiver, site, anna } = await start(t, {}, { RATE_LIMIT: 'on' })
  const events = ['task.done' as const]
  const event = (id: string): WebhookEvent => ({
    id,
    type: 'test',
    createdAt: Date.now(),
    data: { kind: 'test' },
  })
  const own = await addHook(site, '/settings/webhooks', receiver.url('/fast'), anna.headers)
  const send = (path: string) => postForm(site, path, {}, anna.headers)
  await send(`${own.path}/test`)
  await until('it is known as fast', async () => {
    const hook = await site.withStores(({ db }) =>
      db.selectFrom('webhook').select('answer_ms').executeTakeFirst(),
    )
    return typeof hook?.answer_ms === 'number'
  })
  const others = await Promise.all(
    Array.from({ length: 5 }, (_, number) => site.signUp(`slow${number}@example.org`)),
  )
  await site.withStores(async ({ webhooks, secret }) => {
    for (const { id } of others) {
      for (let number = 0; number < 4; number++) {
        const { sealed } = createWebhookSecrets(secret).make()
        const url = receiver.url(`/hang/${id}/${number}`)
        const hook = await webhooks.add(id, { url, events, secret: sealed }, 10)
        await webhooks.send(hook?.id ?? assert.fail(), event(`evt_${id}_${number}`))
      }
    }
  })
  await until('they hold all places of slow webhooks', () => receiver.hanging() === slowPlaces)
  await send(`${own.path}/test`)
  await until('the fast one is sent', () => receiver.at('/fast').length === 2)
  assert.ok(receiver.hanging() <= slowPlaces)

  const answers: number[] = []
  for (let number = 0; number < webhookLimits.sendsPerMinute; number++) {
    answers.push((await send(`${own.path}/test`)).status)
  }
  assert.deepEqual(new Set(answers.slice(0, -2)), new Set([303]))
  assert.equal(answers.at(-1), 429)
})
