import { test } from 'node:test'
import { languageTags } from '#src/site/messages/languages.ts'
import { checkLateMedia } from '../support/browser/layout-shift.ts'
import { checkTopBar } from '../support/browser/top-bar.ts'
import { checkTrendingPage, fillPage, fillTrendingPage } from '../support/browser/trending-page.ts'
import { shareSite } from '../support/site.ts'

let code: string
const site = shareSite({}, fillTrendingPage)
/** Its front page has no second page that loads and moves the end. */
const small = shareSite({}, async (made) => (code = await fillPage(made, 24)))

test('the logo, “Make a GIF” and “Sign in” fit side by side at 320 pixels, in every language', async (t) => {
  for (const locale of languageTags) await checkTopBar(t, site, locale)
})

for (const [width, height] of [
  [360, 740],
  [1280, 800],
  [1440, 900],
  [2560, 1300],
] as const) {
  test(`the front page does not move at ${width} pixels, and Back restores it`, async (t) => {
    await checkTrendingPage(t, site.url, { width, height })
  })
}

for (const [width, height] of [
  [360, 740],
  [1280, 800],
  [1920, 2400],
] as const) {
  test(`late media move nothing at ${width} pixels`, async (t) => {
    for (const path of ['/', `/${code}`]) await checkLateMedia(t, small.url + path, { width, height })
  })
}
