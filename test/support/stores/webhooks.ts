import type { TestSite } from '../site.ts'

const hourMs = 60 * 60_000

/** A webhook of an account, or of the operator, with a delivery of each outcome; nothing is sent. Returns its id. */
export async function addWebhook(site: TestSite, owner: number | null): Promise<number> {
  return site.withStores(async ({ webhooks, db }) => {
    const events = ['gif.published' as const, 'gif.hidden' as const]
    const hook = { url: `https://127.0.0.1/${'path/'.repeat(30)}`, events, secret: new Uint8Array(60) }
    const added = await webhooks.add(owner, hook, 10)
    if (added === undefined) throw new Error('too many webhooks')
    const { id } = added
    const createdAt = Date.now() + hourMs
    for (const event of ['evt_done', 'evt_failed', 'evt_later', 'evt_new']) {
      await webhooks.send(id, { id: event, type: 'test', createdAt, data: { kind: 'test' } })
    }
    const [, later, failed, done] = await webhooks.deliveries(id, 4)
    const rows = [
      { id: done?.id, status: 'done', response: 204, error: null, ended_at: createdAt },
      {
        id: failed?.id,
        status: 'error',
        response: null,
        error: 'It did not answer <in time>.',
        ended_at: createdAt,
      },
      { id: later?.id, status: 'waiting', response: 503, error: 'It answered 503.', ended_at: null },
    ] as const
    for (const { id: task, ...outcome } of rows) {
      const change = { ...outcome, attempts: 2 }
      await db
        .updateTable('task')
        .set(change)
        .where('id', '=', task ?? '')
        .execute()
    }
    await db
      .updateTable('webhook')
      .set({ dropped: 3, failing_since: createdAt })
      .where('id', '=', id)
      .execute()
    return id
  })
}
