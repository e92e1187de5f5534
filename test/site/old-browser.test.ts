import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { previewTexts } from '#src/site/messages/en/client/preview.ts'
import { toolsTexts } from '#src/site/messages/en/client/tools.ts'
import { startApp } from '../support/app.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { chooseFiles } from '../support/browser/maker.ts'
import { gif } from '../support/browser/tools-page.ts'

/** Makes the workers of a page run as in a browser without WebAssembly SIMD. */
async function removeSimd(page: Page): Promise<void> {
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch()
    const body = `globalThis.WebAssembly && (WebAssembly.validate = () => false);${await response.text()}`
    await route.fulfill({ response, body })
  })
}

test('without WebAssembly SIMD the maker and the tools report that the browser is too old', async (t) => {
  const app = await startApp(t)
  const browser = await openBrowser(t)
  const file = { name: 'disc.gif', mimeType: 'image/gif', buffer: gif }

  const maker = await browser.newPage()
  await removeSimd(maker)
  await maker.goto(`${app.url}/create`)
  await chooseFiles(maker, file)
  await maker.getByText(previewTexts.problems['old-browser']).first().waitFor()

  const tools = await browser.newPage()
  await removeSimd(tools)
  await tools.goto(`${app.url}/tools`)
  await tools.setInputFiles('[name=file]', file)
  await tools.fill('[name=width]', '60')
  await tools.getByText(toolsTexts.oldBrowser).waitFor()
})
