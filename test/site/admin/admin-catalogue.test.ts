import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pageOf } from '../../support/browser/page.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'

describe('the categories', () => {
  test('are added with a code made from the name, and show errors at the field', async (t) => {
    const site = await startSite(t)
    const { headers } = await signedIn(site, { admin: true })
    const post = (path: string, values: Record<string, string>) => postForm(site, path, values, headers)
    const added = await post('/admin/categories', { name: 'Café & Cake', code: '' })
    assert.equal(added.headers.get('location'), '/admin/categories?done=added')
    const { body } = await site.json('/api/categories')
    const last = body.categories.at(-1)
    assert.deepEqual([last?.name, last?.code], ['Café & Cake', 'cafe-and-cake'])

    for (const [values, field, reason] of [
      [{ name: ' ', code: 'x' }, 'name', /needs a name/],
      [{ name: 'Tea', code: 'Not A Code' }, 'code', /lower-case letters/],
      [{ name: 'Cake', code: 'cafe-and-cake' }, 'code', /already/],
    ] as const) {
      const refused = await post('/admin/categories', values)
      assert.equal(refused.status, 422)
      const text = await refused.text()
      assert.match(text, new RegExp(`id="field-${field}-error"`))
      assert.match(text, reason)
      assert.match(text, new RegExp(`value="${values.name}"`))
    }
  })

  test('are renamed, and removed only when they contain no GIF', async (t) => {
    const site = await startSite(t)
    const { headers } = await signedIn(site, { admin: true })
    await site.add({ categoryId: 1 })
    const post = (path: string, values: Record<string, string>) => postForm(site, path, values, headers)
    assert.equal((await post('/admin/categories/1', { name: 'Beasts', code: 'beasts' })).status, 303)
    assert.equal((await post('/admin/categories/2', { name: 'Two', code: 'beasts' })).status, 422)
    const full = await post('/admin/categories/1/remove', {})
    assert.equal(full.status, 422)
    assert.match(await full.text(), /There are GIFs in this category/)
    assert.equal((await post('/admin/categories/2/remove', {})).status, 303)
    const { body } = await site.json('/api/categories')
    assert.deepEqual(body.categories[0], { id: 1, name: 'Beasts', code: 'beasts' })
    assert.ok(body.categories.every(({ id }) => id !== 2))
    assert.equal((await post('/admin/categories/2/move', { place: '1' })).status, 404)
  })
})

describe('the hidden GIFs', () => {
  test('are hidden by the address or the code of their page, and shown again', async (t) => {
    const site = await startSite(t)
    const { headers } = await signedIn(site, { admin: true })
    const [one, two] = [await site.add({ title: 'One' }), await site.add({ title: 'Two' })]
    const post = (path: string, values: Record<string, string>) => postForm(site, path, values, headers)
    await post('/admin/hidden', { gif: ` ${site.url}/${one.code} ` })
    await post('/admin/hidden', { gif: two.code })
    const list = await pageOf(`${site.url}/admin/hidden`, { headers })
    assert.match(list.text('main'), /2 GIFs .*Two.*One/)
    const wrong = await post('/admin/hidden', { gif: 'https://elsewhere.example/abc' })
    assert.equal(wrong.status, 422)
    assert.match(await wrong.text(), /id="field-gif-error"/)
    assert.equal((await site.fetch(`/${one.code}`)).status, 404)
    await post(`/admin/hidden/${one.code}/show`, {})
    assert.equal((await site.fetch(`/${one.code}`)).status, 200)
  })
})
