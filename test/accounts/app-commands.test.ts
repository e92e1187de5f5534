import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStores } from '#src/app/stores.ts'
import { runHere } from '../support/processes/command.ts'
import { dataFolder } from '../support/processes/server-process.ts'
import { testConfig } from '../support/instance.ts'
import { prepareDatabase } from '../support/stores/prepared-database.ts'

test('the operator adds an app, lists apps and removes one; the key is printed on a line of its own', async (t) => {
  const folder = await dataFolder(t)
  await prepareDatabase(folder)
  const app = (...args: string[]) => runHere(['app', ...args], { DATA_DIR: folder })
  const stores = await openStores(testConfig({ DATA_DIR: folder }))
  t.after(() => stores.close())

  const chat = await app('add', 'Team chat', '--rate', '600', '--upload', '--category', 'reactions')
  assert.match(chat.out, /^gwa_[\w-]{32}\n$/)
  const refusals: [string[], RegExp][] = [
    [['add', 'TEAM CHAT'], /already/],
    [['add', 'Other', '--upload'], /--upload needs --category/],
    [['remove', 'Nobody'], /no app named Nobody/],
  ]
  for (const [args, message] of refusals) {
    const { code, out, err } = await app(...args)
    assert.deepEqual([code, out], [1, ''], args.join(' '))
    assert.match(err, message)
  }

  const [{ id } = { id: 0 }] = await stores.apps.list()
  const today = Math.floor(Date.now() / 86_400_000)
  const use = { searches: 5, shares: 2, errors: 1 }
  await stores.apps.addUse([
    { appId: id, day: today, ...use },
    { appId: id, day: today - 28, ...use },
    { appId: id, day: today - 31, ...use },
  ])
  const listed = JSON.parse((await app('list', '--json')).out) as { created: string }[]
  assert.deepEqual(listed, [
    {
      name: 'Team chat',
      key_hint: chat.out.slice(0, 8),
      created: listed[0]?.created,
      rate_per_minute: 600,
      uploads_to: 'reactions',
      use: { searches: 10, shares: 4, errors: 2 },
    },
  ])
  assert.match(
    (await app('list')).out,
    /^Team chat\tgwa_.{4}…\t600 a minute\tuploads to reactions\t10 searches\t/,
  )
  assert.equal((await app('remove', 'team CHAT')).code, 0)
  assert.deepEqual(await stores.apps.list(), [])
})
