import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import {
  chooseVideo,
  closeCrop,
  hasFocus,
  openMaker,
  sendForm,
  shownSize,
} from '../../support/browser/maker.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startSite } from '../../support/site.ts'

test('the maker shows the size of each preset and the effect of a size limit, and suggests a width that looks better', async (t) => {
  const site = await startSite(t)
  const { page, calm } = await openMaker(site, await openBrowser(t))
  await chooseVideo(page, await makeVideo(t, { seconds: 1, width: 320, height: 180, fps: 15 }))
  await closeCrop(page)
  const size = page.locator('[data-size]:not([data-waiting])')
  const [exact] = (await shownSize(page, '15 frames')).split(' · ')
  const sizeOf = (preset: string) => page.locator(`[data-preset-size="${preset}"]`)
  await sizeOf('tiny').getByText('about').waitFor()
  assert.equal(await sizeOf('balanced').textContent(), exact)
  const sizes = await page.locator('[data-preset-size]').allTextContents()
  const kilobytes = sizes.map((text) => Number(/[\d.]+(?= KB)/.exec(text)?.[0]))
  assert.deepEqual(
    kilobytes.toSorted((one, other) => other - one),
    kilobytes,
    sizes.join(),
  )

  /** Waits for the GIF that results from a change. */
  const remade = async (change: () => Promise<void>) => {
    const asked = await page.locator('[data-preview]').getAttribute('data-asked')
    await change()
    const whole = page.locator(`[data-preview][data-state="whole"]:not([data-asked="${asked}"])`)
    await whole.waitFor({ state: 'attached' })
    await size.waitFor()
  }
  const limit = page.getByLabel('Size limit', { exact: true })
  await limit.selectOption('10 MB')
  const note = page.locator('[data-size-note]')
  await note.getByText('KB: more would not look better').waitFor()
  assert.deepEqual(await page.locator('[data-preset-size]').allTextContents(), ['', '', '', ''])

  await limit.selectOption('Other size …')
  const offer = page.getByRole('button', { name: /^or \d+ px at better quality$/ })
  let megabytes = (0.9 * kilobytes[0]!) / 1000
  for (; (await offer.count()) === 0; megabytes *= 0.95) {
    await remade(() => page.locator('#own-size').fill(megabytes.toFixed(4)))
    assert.doesNotMatch((await note.textContent()) ?? '', /^Made/)
  }
  assert.deepEqual(await faultsOf(page), [])
  const width = Number(/\d+/.exec((await offer.textContent()) ?? '')?.[0])
  await remade(() => offer.click())
  assert.equal(await offer.count(), 0)
  assert.equal(await page.getByLabel('GIF width').inputValue(), String(width))
  assert.ok(await hasFocus(size))
  const request = await sendForm(site, page)
  assert.ok(request.kind === 'video')
  assert.deepEqual([request.clip.width, request.gif.preset], [width, 'best'])
  calm()
})
