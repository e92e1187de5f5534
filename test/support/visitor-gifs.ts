import assert from 'node:assert/strict'
import type { Gif, NewGif } from '#src/catalogue/gif.ts'
import { newGif, publishClaimed } from '../contract/stores.ts'
import type { Answer } from './answers.ts'
import type { TestSite } from './site.ts'

export type MadeByVisitor = { gif: Gif; key: string; answer: Answer }

/** A creation as a visitor requests it over the API, and its GIF, without files, as a worker would publish it. */
export async function makeAsVisitor(
  site: TestSite,
  values: Record<string, unknown> = {},
  given: Partial<NewGif> = {},
): Promise<MadeByVisitor> {
  const { status, body } = await site.post('/api/create-gif/source/url', {
    ...{ category: 1, url: 'https://example.org/clip.mp4', start: 0, end: 1, title: 'A frog' },
    ...values,
  })
  assert.equal(status, 200, JSON.stringify(body))
  const gif = await finishTask(site, given)
  return { gif, key: new URL(body.manage_url ?? '').hash.slice(1), answer: body }
}

/** Publishes the GIF of the oldest waiting task. */
export async function finishTask(site: TestSite, given: Partial<NewGif> = {}): Promise<Gif> {
  return site.withStores(async (stores) => {
    const claim = await stores.tasks.claims.claim('test', 60_000)
    assert.ok(claim)
    const { code, request, ownerId } = claim
    const { visibility, tags, title } = request
    const gif = newGif({ code, visibility, tags, title: title ?? 'Untitled', ownerId, ...given })
    assert.ok(await publishClaimed(stores, claim, gif))
    const made = await stores.catalogue.gifByCode(code)
    assert.ok(made)
    return made
  })
}

/** The form that a page of the site posts to manage a GIF. */
export function manage(
  site: TestSite,
  code: string,
  values: Record<string, string>,
  headers: Record<string, string> = { origin: site.url },
): Promise<Response> {
  return site.fetch(`/${code}/manage`, {
    method: 'POST',
    body: new URLSearchParams(values),
    headers,
    redirect: 'manual',
  })
}
