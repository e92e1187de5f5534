import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from '#src/site/messages/en/messages.ts'
import { withPassword } from '../../support/account-site.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { startSite } from '../../support/site.ts'

/** The part of the browser's document that is used here. */
declare const document: {
  documentElement: { scrollWidth: number; clientWidth: number }
  activeElement: { id: string } | null
}

test('pages of an account fit every width and pass axe, including errors', async (t) => {
  const site = await startSite(t)
  const anna = await withPassword(site)
  await site.addWithFiles({
    ownerId: anna.account.id,
    title: 'x'.repeat(150),
    visibility: 'private',
    rating: 'r',
  })
  await site.addWithFiles({ ownerId: anna.account.id, hidden: true })
  const token = await site.withStores(({ accounts }) =>
    accounts.addToken({ accountId: anna.account.id, name: 'y'.repeat(100), hash: 'hash', hint: 'gw_abcd' }),
  )
  const visiting = await openBrowser(t)
  const own = await openBrowser(t)
  await anna.enter(own)
  const visitor = await visiting.newPage()
  const page = await own.newPage()

  const look = async (at: typeof page, path: string, act?: () => Promise<void>) => {
    for (const [colorScheme, width] of [
      ['light', 360],
      ['light', 768],
      ['dark', 1280],
    ] as const) {
      await at.emulateMedia({ colorScheme })
      await at.setViewportSize({ width, height: 800 })
      await at.goto(site.url + path)
      await act?.()
      assert.deepEqual(await faultsOf(at), [], `${path} ${colorScheme} ${width}`)
      const { scrollWidth, clientWidth } = await at.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      }))
      assert.ok(scrollWidth <= clientWidth, `${path} ${width}: ${scrollWidth}`)
    }
  }
  await look(visitor, '/login?next=/mine')
  await look(visitor, '/signup', async () => {
    await visitor.getByLabel(english.account.email).fill('new@example.org')
    await visitor.locator('[name="password"]').fill('1234567890')
    await visitor.getByRole('button', { name: english.account.signUp.submit }).click()
    await visitor.getByText('password is too common').waitFor()
    await visitor.waitForFunction(() => document.activeElement?.id === 'field-password')
  })
  for (const path of [
    '/settings',
    '/settings?done=password',
    '/settings/remove',
    `/settings/tokens/${token.id}/revoke`,
  ]) {
    await look(page, path)
  }
  await look(page, '/settings', async () => {
    await page.getByLabel(english.account.tokens.name).fill('my laptop')
    await page.getByRole('button', { name: english.account.tokens.create }).click()
    await page.getByText('Copy it now').waitFor()
  })
  await look(page, '/mine')
  await look(page, '/mine', async () => {
    await page.getByRole('button', { name: english.kit.bulk.selectAll }).click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: english.account.mine.deleteConfirm(2) }).waitFor()
  })
})
