import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { withPassword } from '../../support/account-site.ts'
import { tinyFramesGif } from '../../support/media/hostile-files.ts'
import { makeFolder } from '../../support/rendering/rendering.ts'
import { postForm } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'

const run = promisify(execFile)

test('files for other programs upload with a token, and say where the GIF will be', async (t) => {
  const site = await startSite(t)
  const { account, headers } = await withPassword(site)
  const made = await (await postForm(site, '/settings/tokens', { name: 'screenshots' }, headers)).text()
  const token = /gw_[\w-]{43}/.exec(made)?.[0] ?? ''
  assert.match(made, /action="\/settings\/uploader"/)
  const download = (format: string, given = token) =>
    postForm(site, '/settings/uploader', { token: given, format }, headers)
  const taskOf = async (url: string) => {
    const { tasks } = await site.withStores(({ tasks }) =>
      tasks.records.list({ status: 'waiting', start: 0, limit: 10 }),
    )
    return tasks.find(({ code }) => `${site.url}/${code}` === url)!
  }
  const gif = tinyFramesGif(8, 8, 2)

  const file = await download('sharex')
  assert.match(
    file.headers.get('content-disposition') ?? '',
    /^attachment; filename="127\.0\.0\.1-\d+\.sxcu"$/,
  )
  const uploader = (await file.json()) as Record<string, string> & { Headers: Record<string, string> }
  const form = new FormData()
  form.append(uploader.FileFormName!, new File([gif], 'happy-cat_2.gif'))
  const sent = await fetch(uploader.RequestURL!, { method: 'POST', headers: uploader.Headers, body: form })
  const answer = (await sent.json()) as Record<string, string>
  assert.equal(sent.status, 200, JSON.stringify(answer))
  const { request, ownerId } = await taskOf(answer.url!)
  assert.deepEqual([request.kind, request.title, ownerId], ['keep', 'happy cat 2', account.id])
  const page = await fetch(answer.url!)
  assert.match(await page.text(), /This GIF is being made/)
  assert.deepEqual([page.status, page.headers.get('retry-after')], [404, '3'])
  assert.equal((await fetch(answer.delete_url!)).status, 404, 'nothing can be deleted yet')

  const folder = await makeFolder(t)
  const [script, first, second] = ['upload.sh', 'my "clip".gif', 'film.mp4'].map((name) => join(folder, name))
  await writeFile(script!, await (await download('script')).text())
  await writeFile(first!, gif)
  await writeFile(second!, Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'))
  const { stdout } = await run('sh', [script!, first!, second!])
  const kinds = []
  for (const url of stdout.trim().split('\n')) kinds.push((await taskOf(url)).request.kind)
  assert.deepEqual(kinds, ['keep', 'video'])
  await writeFile(second!, 'no video')
  await assert.rejects(run('sh', [script!, second!]), /film\.mp4: .*media_unsupported/)

  const other = await site.token('other@example.org')
  for (const wrong of [other, "gw_'; rm -rf ~", ''])
    assert.equal((await download('script', wrong)).status, 422)
  assert.equal((await download('other')).status, 422)
})
