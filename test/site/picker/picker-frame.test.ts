import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from '#src/site/messages/en/messages.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { pageOf } from '../../support/browser/page.ts'
import { openHostPage } from '../../support/browser/picker-page.ts'
import { shareInFile } from '../../support/shared.ts'
import { startSite } from '../../support/site.ts'
import { until } from '../../support/until.ts'

const shared = shareInFile(async (t) => {
  const site = await startSite(t)
  return { site, gif: await site.addWithFiles({ title: 'A frog jumps', rating: 'g' }) }
})

test('a frame posts the chosen GIF only to the page that its address names', async (t) => {
  const { site, gif } = shared()
  const browser = await openBrowser(t)
  const sandbox = 'sandbox="allow-scripts"'
  for (const [origin, attributes, from] of [
    ['', '', site.url],
    ['*', sandbox, 'null'],
    ['https://another-app.example', '', null],
  ] as const) {
    const { page, messages, url } = await openHostPage(t, browser, {
      instance: site.url,
      body: '<p>A chat</p>',
    })
    const named = origin === '' ? new URL(url).origin : origin
    const address = `${site.url}/picker?theme=dark&columns=2&origin=${encodeURIComponent(named)}`
    await page.evaluate(`(() => {
      const frame = document.createElement('iframe')
      ${attributes === '' ? '' : `frame.setAttribute('sandbox', 'allow-scripts')`}
      frame.src = ${JSON.stringify(address)}
      frame.title = 'GIFs'
      document.querySelector('main').append(frame)
    })()`)
    const tile = page.frameLocator('iframe').getByRole('option', { name: 'A frog jumps' })
    await tile.click()
    await tile.press('Escape')
    await page.keyboard.press('Escape')
    if (from === null) {
      // Messages of a frame arrive in order: a permitted one would be received alone.
      await page.frames()[1]?.evaluate(`parent.postMessage({ type: 'last' }, '*')`)
      await until('the last message', async () => (await messages()).length > 0)
      assert.deepEqual(
        (await messages()).map(({ data }) => data.type),
        ['last'],
      )
    } else {
      await until('the messages', async () => (await messages()).length === 3)
      const heard = await messages()
      assert.deepEqual(
        heard.map(({ origin, data }) => [origin, data.type]),
        ['gifwright:ready', 'gifwright:gif', 'gifwright:close'].map((type) => [from, type]),
      )
      const picked = heard[1]?.data.gif as Record<string, unknown>
      assert.equal(picked.page, `${site.url}/${gif.code}`)
      assert.equal(picked.mp4, `${site.url}/media/gifs/${gif.mediaId}/video.mp4`)
    }
    await page.close()
  }
})

test('the page of the frame may be framed, shows no viewer, and requires the receiver of its messages', async (t) => {
  const { site } = shared()
  const page = await pageOf(`${site.url}/picker?origin=https://app.example/path&rating=g&texts="><b>`)
  assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors \*$/)
  assert.equal(page.headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.equal(page.headers.get('set-cookie'), null)
  assert.deepEqual(page.all('body', 'data-origin'), ['https://app.example'])
  assert.deepEqual(page.all('gifwright-picker', 'texts'), ['"><b>'])
  for (const origin of ['', 'nonsense', 'javascript:alert(1)', 'data:text/html,x', 'null']) {
    const refused = await pageOf(`${site.url}/picker?origin=${encodeURIComponent(origin)}`)
    assert.ok(refused.text('main').includes(english.picker.originMissing), origin)
    assert.equal(refused.count('script'), 0)
  }
  const browser = await openBrowser(t)
  for (const [path, colorScheme] of [
    ['/picker?origin=*', 'dark'],
    ['/picker', 'light'],
  ] as const) {
    const shown = await browser.newPage()
    await shown.emulateMedia({ colorScheme })
    await shown.goto(site.url + path)
    if (path !== '/picker') await shown.getByRole('option').first().waitFor()
    assert.deepEqual(await faultsOf(shown), [], path)
    await shown.close()
  }
})
