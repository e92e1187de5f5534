import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import type { IGif } from '@giphy/js-types'
import type { Locator } from 'playwright-core'
import { useWeights } from '#src/catalogue/discovery/use-counter.ts'
import { type GiphyAnswer, startGiphySite } from '../http/giphy/giphy-site.ts'
import { type ClientPage, openClientPage } from '../support/browser/client-page.ts'
import { postVideo } from '../support/creations.ts'
import { makeVideo } from '../support/media/media.ts'
import { until } from '../support/until.ts'

const birds = 60

// One instance for all tests of the file: a GIF with the files made at its creation, and others that share them.
const site = await startGiphySite({ after }, { WORKER_CONCURRENCY: '1' })
const video = await readFile(await makeVideo({ after }, { width: 480, height: 270, seconds: 1 }))
const task = await postVideo(site.url, video, 1, { title: 'A frog jumps', tags: 'frog' })
const { code } = (await site.ended(task)).result
const frog = await site.withStores(async ({ catalogue }) => (await catalogue.gifByCode(code))!)
const { mediaId, width, height, frames, durationMs, renditions, hasAlpha } = frog
const titles = ['A heron waits', ...Array.from({ length: birds }, (_, number) => `Bird ${number}`)]
const shape = { mediaId, width, height, frames, durationMs, renditions, hasAlpha }
const [heron] = await site.add(titles.map((title) => ({ ...shape, title, tags: title.split(' ') })))
const total = titles.length + 1
const { host } = new URL(site.url)

// The frog is the first to trend from now on: if it began to trend while a client pages, the client would miss a GIF.
await site.fetch(`/v2/registershare?key=any&id=${code}`)
await until('the frog trends', async () => {
  const [first] = await site.titles('/gifs/trending?limit=1')
  return first === frog.title
})

/** Waits until the given number of images have loaded, and asserts that all could be decoded. */
async function untilDecoded(images: Locator, count: number): Promise<void> {
  const states = () =>
    images.evaluateAll((all) =>
      (all as unknown as { complete: boolean; naturalWidth: number; currentSrc: string }[])
        .filter(({ complete, currentSrc }) => complete && currentSrc.startsWith('http'))
        .map(({ naturalWidth }) => naturalWidth > 0),
    )
  await until(`${count} images`, async () => (await states()).length >= count)
  assert.ok((await states()).every(Boolean))
}

function assertAtHome({ complaints, hosts }: ClientPage, others: string[] = []): void {
  assert.deepEqual(complaints, [])
  assert.deepEqual(hosts(), [host, ...others].toSorted())
}

async function assertIsGif(address: string, box: { width: number; height: number }): Promise<void> {
  assert.ok(address.startsWith(`${site.url}/`), address)
  const bytes = Buffer.from(await (await fetch(address)).arrayBuffer())
  assert.match(bytes.toString('latin1', 0, 6), /^GIF8/)
  assert.deepEqual([bytes.readUInt16LE(6), bytes.readUInt16LE(8)], [box.width, box.height])
}

const usesOf = (of: string) =>
  site.withStores(async ({ db }) => {
    const { uses } = await db
      .selectFrom('gif')
      .select('uses')
      .where('code', '=', of)
      .executeTakeFirstOrThrow()
    return uses
  })

type Picked = { id: string; imageUrl: string; width: number; height: number; description: string }

test('gif-picker-react, with both providers: categories, trending, search, a choice', async (t) => {
  const client = await openClientPage(t, 'gif-picker.jsx', site.url)
  const { page } = client
  for (const [place, provider] of ['tenor', 'giphy'].entries()) {
    const picker = page.getByRole('region', { name: provider })
    const categories = picker.getByTestId('gpr-category')
    await categories.nth(1).waitFor()
    await untilDecoded(categories.locator('img'), 2)

    const results = picker.getByRole('button', { name: 'Select GIF' }).locator('img')
    await categories.filter({ hasText: 'Trending' }).click()
    await results.nth(49).waitFor()
    await untilDecoded(results, 4)
    await picker.locator('.gpr-title-container button').click()
    await categories.nth(1).click()
    await results.first().waitFor()
    const search = picker.getByTestId('gpr-search-input')
    assert.notEqual(await search.inputValue(), '')
    await search.fill('frog')
    await picker.getByRole('img', { name: 'A frog jumps' }).waitFor()
    await until('one result', async () => (await results.count()) === 1)
    await untilDecoded(results, 1)

    const shared = provider === 'tenor' ? page.waitForResponse(/\/v2\/registershare/) : null
    await picker.getByRole('button', { name: 'Select GIF' }).click()
    const picked = (await client.chosen<Picked>(place + 1))[place]!
    assert.equal(picked.description, 'A frog jumps')
    await assertIsGif(picked.imageUrl, picked)
    assert.equal((await shared)?.status() ?? 200, 200)
  }
  assertAtHome(client)
})

test('gif-picker-react 1.5, with the address of Tenor pointing here', async (t) => {
  const client = await openClientPage(t, 'gif-picker-1.jsx', site.url, {
    redirected: ['tenor.googleapis.com'],
  })
  const { page } = client
  await untilDecoded(page.locator('.gpr-category img, [data-testid=gpr-category] img'), 2)
  await page.getByRole('textbox').fill('frog')
  const results = page.locator('.gpr-result-image')
  await until('one result', async () => (await results.count()) === 1)
  await untilDecoded(results.locator('img'), 1)
  const shared = page.waitForResponse(/\/v2\/registershare/)
  await results.click()
  assert.equal((await shared).status(), 200)
  const [picked] = await client.chosen<{ url: string; tenorUrl: string; width: number; height: number }>(1)
  assert.equal(picked!.tenorUrl, `${site.url}/${code}`)
  await assertIsGif(picked!.url, picked!)
  assertAtHome(client, ['tenor.googleapis.com'])
})

test('@giphy/react-components: a grid that grows, search, and pingbacks that count as use', async (t) => {
  const client = await openClientPage(t, 'giphy-grid.jsx', site.url)
  const { page, responses } = client
  const cards = page.locator('.giphy-gif')
  const images = page.locator('.giphy-gif-img')
  await untilDecoded(images, 6)
  // An image is as wide as a column, and the file is as large as the answer says.
  const said = new Map<string, number[]>()
  for (const response of responses.filter((response) => response.url().includes('/v1/gifs/trending'))) {
    const { data } = (await response.json()) as GiphyAnswer
    for (const { width, height, ...addresses } of data.flatMap((gif) => Object.values(gif.images)))
      for (const address of [addresses.url, addresses.webp])
        said.set(address ?? '', [Number(width), Number(height)])
  }
  const shown = (await images.evaluateAll((all) =>
    (all as unknown as Record<string, unknown>[])
      .filter(({ currentSrc, complete }) => complete === true && String(currentSrc).startsWith('http'))
      .map((image) => [image.currentSrc, image.clientWidth, image.naturalWidth, image.naturalHeight]),
  )) as [string, number, number, number][]
  assert.ok(shown.length >= 6)
  for (const [address, shownWidth, ...natural] of shown) {
    assert.equal(shownWidth, 196)
    assert.deepEqual(natural, said.get(address), address)
    assert.ok(natural[0] >= shownWidth)
  }
  await until('the whole catalogue', async () => {
    await page.mouse.wheel(0, 2000)
    return (await cards.count()) === total
  })
  const codes = await cards.evaluateAll((all) =>
    (all as unknown as { dataset: { giphyId: string } }[]).map(({ dataset }) => dataset.giphyId),
  )
  assert.equal(new Set(codes).size, total)

  // Nobody has used this one before: each viewer counts once.
  await page.getByRole('textbox').fill('heron')
  await until('one result', async () => (await cards.count()) === 1)
  await untilDecoded(images, 1)
  const reported = page.waitForResponse(
    (response) =>
      response.url().includes('/v2/pingback') && (response.request().postData() ?? '').includes('CLICK'),
  )
  await cards.click()
  const [gif] = await client.chosen<IGif>(1)
  assert.equal(gif!.id, heron!.code)
  await assertIsGif(gif!.images.original.url, gif!.images.original)
  const pingback = await reported
  assert.equal(pingback.status(), 200)
  assert.equal((await pingback.request().allHeaders())['x-giphy-sdk-name'], 'ReactSDK')
  await until('the click counts', async () => (await usesOf(heron!.code)) >= useWeights.copy)
  assertAtHome(client)
})

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`@giphy/js-fetch-api in a browser, reduced motion: ${reducedMotion}`, async (t) => {
    const client = await openClientPage(t, 'giphy-fetch.js', site.url, { reducedMotion })
    const { page, responses } = client
    const found = await page.evaluate<IGif[]>(`giphy.search('frog').then(({ data }) => (show(data), data))`)
    assert.deepEqual(
      found.map(({ id }) => id),
      [code],
    )
    const images = page.locator('img')
    await untilDecoded(images, 4)
    const types = responses
      .filter((response) => response.request().resourceType() === 'image')
      .map((response) => response.headers()['content-type'])
    const isMoving = reducedMotion === 'no-preference'
    assert.ok(types.length > 0 && types.every((type) => /gif|webp/.test(type!) === isMoving), String(types))
    const lists = await page.evaluate<number[]>(`Promise.all([
      giphy.trending({ limit: 100 }), giphy.categories(), giphy.gifs(['${code}']), giphy.related('${code}'),
      giphy.search('bird', { limit: 30, offset: 50 }),
    ]).then((answers) => answers.map(({ data }) => data.length))`)
    assert.deepEqual(lists.slice(0, 3), [total, 1, 1])
    assert.equal(lists[4], birds - 50)
    assertAtHome(client)
  })

test('react-giphy-searchbox, with the address of GIPHY pointing here', async (t) => {
  const client = await openClientPage(t, 'giphy-searchbox.jsx', site.url, { redirected: ['api.giphy.com'] })
  const { page } = client
  const images = page.getByTestId('ImageItemImage')
  await untilDecoded(images, 20)
  await until('the whole catalogue', async () => {
    await images.last().scrollIntoViewIfNeeded()
    return (await images.count()) === total
  })
  await untilDecoded(images, total)
  await page.getByTestId('SearchFormInput').fill('frog')
  await until('one result', async () => (await images.count()) === 1)
  await page.getByTestId('ImageItemButton').click()
  const [gif] = await client.chosen<{ id: string; images: { original: { url: string } } }>(1)
  assert.equal(gif!.id, code)
  await assertIsGif(gif!.images.original.url, frog)
  assertAtHome(client, ['api.giphy.com'])
})
