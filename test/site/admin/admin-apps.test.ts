import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf } from '#src/accounts/apps/app-use-counter.ts'
import { pageOf } from '../../support/browser/page.ts'
import { sameDayClock } from '../../support/same-day-clock.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'

test('the operator adds an app, whose key is shown once, sees its use by day, changes and removes it', async (t) => {
  const clock = sameDayClock()
  const site = await startSite(t, {}, { clock })
  const { headers } = await signedIn(site, { admin: true })
  const post = (path: string, values: Record<string, string>) => postForm(site, path, values, headers)
  const list = async () => (await pageOf(`${site.url}/admin/apps`, { headers })).text('main')
  assert.match(await list(), /0 apps.*Both interfaces are open.*No apps yet/s)

  const added = await post('/admin/apps', { name: ' Team  chat ', rate: '600' })
  assert.equal(added.headers.get('cache-control'), 'private, no-store')
  const key = /gwa_[\w-]{32}/.exec(await added.text())?.[0] ?? ''
  const [app] = await site.withStores(({ apps }) => apps.list())
  assert.deepEqual(
    [app?.name, app?.ratePerMinute, app?.mayUpload, app?.hint],
    ['Team chat', 600, false, key.slice(0, 8)],
  )
  assert.equal((await site.fetch(`/v2/trending_terms?key=${key}`)).status, 200)

  const refusals: [Record<string, string>, RegExp][] = [
    [{ name: 'team CHAT' }, /already/],
    [{ name: ' ' }, /1 to 60 characters/],
    [{ name: 'x', rate: '1.5' }, /whole number/],
    [{ name: 'x', rate: '0' }, /whole number/],
    [{ name: 'x', upload: '1' }, /Choose the category/],
    [{ name: 'x', upload: '1', category: '99999' }, /Choose the category/],
  ]
  for (const [values, message] of refusals) {
    const refused = await post('/admin/apps', values)
    assert.equal(refused.status, 422)
    assert.match(await refused.text(), message)
  }

  const path = `/admin/apps/${app?.id}`
  const changed = await post(path, { rate: '', upload: '1', category: '1' })
  assert.equal(changed.headers.get('location'), `${path}?done=appChanged`)
  const today = dayOf(clock.now())
  await site.withStores(async ({ apps }) => {
    const { ratePerMinute, mayUpload, categoryId } = (await apps.byId(app?.id ?? 0)) ?? {}
    assert.deepEqual([ratePerMinute, mayUpload, categoryId], [null, true, 1])
    const use = { appId: app?.id ?? 0, searches: 1200, shares: 30, errors: 4 }
    await apps.addUse([0, 3, 29, 30].map((ago) => ({ ...use, day: today - ago })))
  })
  assert.match(await list(), /1 app .*Team chat.*3,600.*90.*12/s)
  const page = await pageOf(site.url + path, { headers })
  assert.match(page.text('main'), /3,600 · at most 1,200 a day/)
  assert.doesNotMatch(await list(), new RegExp(key))

  const removed = await post(`${path}/remove`, {})
  assert.equal(removed.headers.get('location'), '/admin/apps?done=appRemoved')
  assert.equal((await site.fetch(path, { headers })).status, 404)
})

test('adding and removing an app requires a recently entered password, and an operator', async (t) => {
  const site = await startSite(t)
  const { headers } = await signedIn(site, { admin: true })
  const anna = await signedIn(site, { email: 'bert@example.org' })
  for (const path of ['/admin/apps', '/admin/apps/1']) {
    assert.equal((await site.fetch(path, anna)).status, 404)
    assert.equal((await postForm(site, path, { name: 'x' }, anna.headers)).status, 404)
  }
  await postForm(site, '/admin/apps', { name: 'First' }, headers)
  await site.withStores(({ db }) => db.updateTable('session').set({ password_entered_at: null }).execute())
  const [app] = await site.withStores(({ apps }) => apps.list())
  for (const path of ['/admin/apps', `/admin/apps/${app?.id}/remove`]) {
    const refused = await postForm(site, path, { name: 'Second' }, headers)
    assert.equal(refused.status, 422)
    assert.match(await refused.text(), /Enter your password/)
  }
  assert.equal((await site.withStores(({ apps }) => apps.list())).length, 1)
})
