import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from '#src/site/messages/en/messages.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { tinyGif } from '../../support/stores/drops.ts'
import { openMaker, taskOf } from '../../support/browser/maker.ts'
import { postForm } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'

const texts = english.maker

test('an animation can be kept unchanged; one over a limit is made into a GIF by one click', async (t) => {
  const site = await startSite(t)
  const { page, calm } = await openMaker(site, await openBrowser(t))
  const keep = page.getByRole('radio', { name: texts.keep.asItIs.label })
  assert.equal(await keep.isVisible(), false)
  const gif = { name: 'frog.gif', mimeType: 'image/gif', buffer: tinyGif(1) }
  await page.locator('[data-choose]').setInputFiles([gif])
  await keep.check()
  assert.equal(await page.getByLabel('Start (seconds)').isVisible(), false)
  assert.equal(
    await page
      .getByRole('radiogroup', { name: 'Quality' })
      .or(page.getByRole('group', { name: 'Quality' }))
      .isVisible(),
    false,
  )
  await page.getByRole('button', { name: texts.submit }).click()
  await page.waitForURL(/\/create\/\w+$/)
  calm()
  const id = taskOf(page)
  const message = 'The animation is longer than 60 seconds.'
  await site.withStores(async ({ tasks }) => {
    const claim = await tasks.claims.claim('test', 600_000)
    assert.deepEqual([claim?.id, claim?.request.kind, claim?.request.title], [id, 'keep', 'frog'])
    assert.ok(claim)
    await tasks.claims.fail(claim, { code: 'keep_refused', message, field: 'keep' })
  })
  await page.goto(`${site.url}/create/${id}`)
  await page.getByText(message).waitFor()
  await page.getByRole('button', { name: texts.failed.remake }).click()
  await page.getByText(texts.progress.title).first().waitFor()
  await site.withStores(async ({ tasks }) => {
    const task = await tasks.submissions.read(id)
    assert.deepEqual([task?.status, task?.request.kind, task?.request.title], ['waiting', 'video', 'frog'])
    assert.equal(task?.request.uploads.length, 1)
  })
  const again = await postForm(site, `/create/${id}/remake`, {}, { origin: site.url })
  assert.equal(again.status, 422)
})

test('without script the form keeps an animation, whatever its other fields contain', async (t) => {
  const site = await startSite(t)
  const send = (values: Record<string, string>) => {
    const body = new FormData()
    const all = {
      source: 'video',
      keep: '1',
      title: 'Kept',
      category: '1',
      start: '',
      end: 'x',
      speed: '3',
      ...values,
    }
    for (const [name, value] of Object.entries(all)) body.append(name, value)
    body.append('video', new Blob([new Uint8Array(tinyGif(2))]), 'frog.gif')
    const headers = { origin: site.url }
    return site.fetch('/create', { method: 'POST', body, headers, redirect: 'manual' })
  }
  assert.equal((await send({})).status, 303)
  assert.equal((await send({ keep: '0' })).status, 422)
  const kept = await send({ source: 'url', url: 'https://video.example/frog.gif', title: '' })
  assert.equal(kept.status, 303)
  const { tasks } = await site.withStores(({ tasks }) =>
    tasks.records.list({ status: null, start: 0, limit: 9 }),
  )
  assert.deepEqual(
    tasks.map(({ request }) => [request.kind, request.title]),
    [
      ['keep', null],
      ['keep', 'Kept'],
    ],
  )
})
