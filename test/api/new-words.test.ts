import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../support/app.ts'
import { publishGif } from '../support/stores/gifs.ts'

test('an account that keeps changing its GIFs delays no new word of another, and nothing is refused', async (t) => {
  const settings = { NEW_WORDS_PER_DAY: '500', METRICS_PORT: '0', WORKER_CONCURRENCY: '0' }
  const app = await startApp(t, settings)
  const [anna, ben] = [await app.token('anna@example.org'), await app.token('ben@example.org')]
  const ownGif = async (email: string) => {
    const { code } = await app.withStores(async (stores) => {
      const account = await stores.accounts.byEmail(email)
      return publishGif(stores, { ownerId: account?.id ?? null, title: 'An old frog' })
    })
    return code
  }
  const change = async (token: string, code: string, title: string, tags: string[]) => {
    const answer = await app.json(`/api/gif/${code}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title, tags }),
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const codesOf = async (q: string): Promise<string[]> => {
    const { body } = await app.post('/api/find', { q, nsfw: 1 })
    return body.result.filter(({ title }: { title: string }) => title.includes(q)).map((gif) => gif.code)
  }

  const [first, second, ofBen] = [
    await ownGif('anna@example.org'),
    await ownGif('anna@example.org'),
    await ownGif('ben@example.org'),
  ]
  await app.noticeChanges()
  for (let edit = 0; edit < 30; edit += 1) {
    const words = Array.from({ length: 20 }, (_, at) => `w${edit}x${at}`)
    await change(anna, edit % 2 === 0 ? first : second, `${words.join(' ')} frog`, [`t${edit}`])
  }
  await change(ben, ofBen, 'zyzzyva frog', [])
  assert.deepEqual(await codesOf('zyzzyva'), [ofBen])
  assert.deepEqual((await codesOf('frog')).toSorted(), [first, second, ofBen].toSorted())
  assert.deepEqual(await codesOf('w29x3'), [], 'over the budget: tomorrow')

  const metrics = await (await fetch(app.metricsUrl ?? '')).text()
  assert.match(metrics, /^gifwright_search_deferred_documents 2$/m)
  assert.match(metrics, /^gifwright_search_vocabulary_full 0$/m)
})
