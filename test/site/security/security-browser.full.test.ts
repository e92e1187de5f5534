import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkHostilePages } from '../../support/browser/gullible.ts'
import { addressOf, collectSiteRoutes } from '../../support/browser/site-routes.ts'

test('no untrusted text runs on any page, even without the content security policy', async (t) => {
  const routes = (await collectSiteRoutes()).filter(
    ({ method, path }) =>
      method === 'GET' && !/export|random|\.txt|\.svg|oembed|suggestions|well-known/.test(path),
  )
  assert.ok(routes.length > 30)
  await checkHostilePages(t, ({ said, ...given }) => [
    ...routes.map((route) => addressOf(route, given)),
    ...[
      `/?q=${said}`,
      `/?category=${said}`,
      `/create?from=${given.task}`,
      `/login?next=/${said}`,
      `/${said}`,
    ],
    ...[`/admin/accounts?q=${said}`, `/mine?done=${said}`, `/?page=${said}#${said}`, `/create#${said}`],
    `/picker?origin=*&texts=${said}&key=${said}&theme=${said}`,
  ])
})
