import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeByKey } from '#src/catalogue/publishing/manage-by-key.ts'
import { discClip } from '../support/media/drawn-gif.ts'
import { encodeGif } from '../support/media/gif-playback.ts'
import { postForm } from '../support/signed-in.ts'
import { startSite } from '../support/site.ts'
import { finishTask, makeAsVisitor, manage } from '../support/visitor-gifs.ts'
import { replaceMembers } from '../support/fakes.ts'

const gifUrl = `data:image/gif;base64,${encodeGif(discClip(2)).toString('base64')}`
const details = { category: 1, title: 'A frog', visibility: 'public', private: 0 }

for (const publishing of ['review', 'accounts']) {
  test(`with PUBLISHING=${publishing} no call by a visitor makes a GIF public`, async (t) => {
    const site = await startSite(t, { PUBLISHING: publishing })
    const listed = await site.addWithFiles()
    const clip = { ...details, start: 0, end: 1 }
    const creations: Record<string, object> = {
      url: { ...clip, url: 'https://example.org/a.mp4' },
      video: { ...clip, video: gifUrl, keep: 1 },
      pictures: {
        ...details,
        width: 100,
        height: 100,
        resize: 1,
        delay: 200,
        'pictures[]': [gifUrl, gifUrl],
      },
      gif: { ...details, gif: listed.code },
    }
    for (const [source, values] of Object.entries(creations)) {
      const { status, body } = await site.post(`/api/create-gif/source/${source}`, values)
      assert.equal(status, 200, `${source}: ${JSON.stringify(body)}`)
      const { code, visibility } = await finishTask(site)
      assert.equal(visibility, 'unlisted', source)
      const path = `/api/gif/${code}`
      const patch = { method: 'PATCH', body: new URLSearchParams({ visibility: 'public' }) }
      assert.ok([401, 404].includes((await site.fetch(path, patch)).status))
      const own = { origin: site.url }
      for (const [form, sent] of [
        ['publish', { published: '1' }],
        ['edit', { title: 'A frog', category: '1', visibility: 'public' }],
        ['rate', { rating: 'g' }],
      ] as const)
        assert.equal((await postForm(site, `/${code}/${form}`, sent, own)).status, 401, form)
      const { headers } = await site.signUp(`${source}@example.org`)
      assert.equal((await site.fetch(path, { ...patch, headers })).status, 404, 'an account is not its owner')
      assert.equal((await site.json(path)).body.result?.[0]?.visibility, 'unlisted')
    }
  })
}

test('a change of the texts does not republish a GIF that is unpublished at the same time', async (t) => {
  const site = await startSite(t)
  const { gif, key } = await makeAsVisitor(site)
  assert.equal(gif.visibility, 'public')
  await site.withStores(async (stores) => {
    const { catalogue, visitorGifs } = stores
    const reading = replaceMembers(visitorGifs, {
      byCode: async (code) => {
        const before = await visitorGifs.byCode(code)
        await manage(site, code, { key, action: 'unpublish' })
        return before
      },
    })
    const request = { code: gif.code, key, client: null }
    await changeByKey({ ...stores, visitorGifs: reading }, 'open', request, { title: 'Other words' })
    const { title, visibility } = (await catalogue.gifByCode(gif.code)) ?? assert.fail()
    assert.deepEqual([title, visibility], ['Other words', 'unlisted'])
  })
})
