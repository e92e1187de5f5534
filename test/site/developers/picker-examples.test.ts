import assert from 'node:assert/strict'
import { after, test, type TestContext } from 'node:test'
import { english } from '#src/site/messages/en/messages.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { page as answerPage, startOrigin } from '../../support/http/origin-server.ts'
import { pageOf } from '../../support/browser/page.ts'
import { startSite } from '../../support/site.ts'
import { until } from '../../support/until.ts'

const site = await startSite({ after })
const gif = await site.addWithFiles({ title: 'A frog jumps', rating: 'g' })
const texts = english.developers.picker

test('the picker on the developer page shows what a page gets, within the policy of the site', async (t) => {
  const page = await (await openBrowser(t)).newPage()
  const complaints: string[] = []
  page.on('console', (message) => void complaints.push(message.text()))
  await page.goto(`${site.url}/developers#picker`)
  await page.getByRole('option', { name: 'A frog jumps' }).click()
  const shown = await page.getByRole('group', { name: texts.picked }).textContent()
  assert.equal((JSON.parse(shown ?? '') as { page: string }).page, `${site.url}/${gif.code}`)
  assert.deepEqual(complaints, [])
})

test('the examples of the picker on the developer page work as printed', async (t) => {
  const guide = await pageOf(`${site.url}/developers`)
  const example = (name: string) => {
    const code = guide.elements('code').find(({ attribs }) => attribs['data-example'] === name)
    return code ? guide.textOf(code) : ''
  }
  const element = await useExample(t, () => example(texts.element))
  const option = { name: 'A frog jumps' }
  await element.page.getByRole('option', option).click()
  const frame = await useExample(t, (origin) =>
    example(texts.frame).replace('https://your-app.example', origin),
  )
  await frame.page.frameLocator('iframe').getByRole('option', option).click()
  const expected = `${site.url}/${gif.code} ${site.url}/media/gifs/${gif.mediaId}/video.mp4 A frog jumps`
  for (const { said } of [element, frame]) {
    await until('the page got the GIF', () => said.length > 0)
    assert.deepEqual(said, [expected])
  }
})

/** A page of another origin that contains the example; `said` is its console output. */
async function useExample(t: TestContext, example: (origin: string) => string) {
  let body = ''
  const origin = await startOrigin(t, {
    '/': (request, response) => answerPage(body)(request, response),
    '/favicon.ico': answerPage(''),
  })
  body = `<!doctype html><title>An app</title>${example(origin.url('/').origin)}`
  const page = await (await openBrowser(t)).newPage()
  const said: string[] = []
  page.on('console', (message) => void said.push(message.text()))
  await page.goto(origin.url('/').href)
  return { page, said }
}
