import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddressGuard } from '#src/adapters/sources/guard/address-guard.ts'
import { checkTags } from '#src/catalogue/title-and-tags.ts'
import { nextPath } from '#src/site/kit/requests/next-path.ts'
import { splitTagLine } from '#src/site/kit/forms/tag-line.ts'
import { postForm } from '../support/signed-in.ts'
import { shareSite } from '../support/site.ts'

const site = shareSite()

const spaces = ' '.repeat(200_000)

/** A text whose length was checked before its content: any other access would read it. */
function unreadable(length: number): string {
  const text = Object.assign(Object.create(String.prototype) as object, {
    normalize: () => assert.fail('the text was normalized'),
    replace: () => assert.fail('the text was searched'),
    split: () => assert.fail('the text was split'),
    [Symbol.toPrimitive]: () => assert.fail('the text was read'),
  })
  return Object.defineProperty(text, 'length', { value: length }) as unknown as string
}

// Each of these took from a tenth of a second to two minutes of the only thread.

test('tags are counted and measured before any of them is normalized', () => {
  const many = Array.from({ length: 101 }, () => unreadable(10))
  assert.throws(() => checkTags(many), { field: 'tags[]', message: /at most 20 tags/ })
  assert.throws(() => checkTags([unreadable(201)]), { field: 'tags[]', message: /at most 50 characters/ })
  assert.equal(splitTagLine(unreadable(30_000)).length, 1)
  assert.deepEqual(checkTags(Array.from({ length: 100 }, (_, index) => ` Tag ${index % 20} `)).length, 20)
})

test('a path to return to after signing in is measured before it is matched', () => {
  assert.equal(nextPath(unreadable(2001), '/mine'), '/mine')
})

test('the maker refuses a time of spaces like any other invalid input', async () => {
  const values = {
    source: 'url',
    title: 'x',
    category: '1',
    url: 'https://example.com/',
    start: '0',
    end: '1',
  }
  for (const [field, label] of [
    ['start', 'Start'],
    ['end', 'End'],
  ] as const) {
    const typed = { ...values, [field]: `1${spaces}2` }
    const answer = await postForm(site, '/create', typed, { origin: site.url })
    assert.equal(answer.status, 422, field)
    assert.match(await answer.text(), new RegExp(`${label} must be a time`))
  }
})

test('typed text comes back no longer than any field may be', async () => {
  const made = { source: 'url', title: '"'.repeat(30_000), url: '<'.repeat(30_000) }
  const again = await (await postForm(site, '/create', made, { origin: site.url })).text()
  const echoed = again.match(/&quot;|&lt;/g)?.length ?? 0
  assert.ok(echoed > 4000 && echoed < 12_000, `${echoed}`)
})

test('a host made of dots is refused by its length', () => {
  const guard = createAddressGuard({ allowedHosts: [], ports: [443] })
  assert.throws(() => guard.check(`https://a${'.'.repeat(4000)}b/`), { code: 'invalid_value', field: 'url' })
})
