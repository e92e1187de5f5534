import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { siteAddress } from '#src/app/shared-parts.ts'
import { loadConfig } from '#src/config/config.ts'
import type { PublishingState } from '#src/catalogue/publishing/visitor-gif.ts'
import { renditionKey } from '#src/media/rendition.ts'
import { visibilityOf } from '#src/catalogue/publishing/publishing-rules.ts'
import { openDerivationLab, renderedIn } from '../support/stores/derivations.ts'

const dayMs = 24 * 60 * 60_000

test('an unpublished GIF of a visitor is removed after its time, with its files, and no other', (t) =>
  checkTime(t, 30 * dayMs))

test('when unpublished GIFs are kept forever, none is removed', (t) => checkTime(t, null))

async function checkTime(t: TestContext, keepUnpublishedMs: number | null): Promise<void> {
  const lab = await openDerivationLab(t, { keepUnpublishedMs })
  const isKept = keepUnpublishedMs === null
  const { catalogue, mediaStore } = lab.stores
  const make = async (state?: Exclude<PublishingState, 'declined'>) => {
    const { code } = await lab.addCreation({
      request: { visibility: visibilityOf(state ?? 'unpublished') },
      ...(state !== undefined && { visitor: { keyHash: 'a hash', state } }),
    })
    await lab.work()
    const gif = await catalogue.gifByCode(code)
    assert.ok(gif)
    return gif
  }
  const isThere = async ({ code, mediaId }: { code: string; mediaId: string }) => [
    (await catalogue.gifByCode(code)) !== undefined,
    (await mediaStore.stat(renditionKey(mediaId, 'gif'))) !== undefined,
  ]
  const [nobodys, published, waiting, accounts] = [
    await make('unpublished'),
    await make('published'),
    await make('waiting'),
    // As made by an account, an app or an older version.
    await make(),
  ]
  lab.fake.nowMs += 29 * dayMs
  assert.equal((await lab.sweeper.sweep()).unpublished, 0)
  lab.fake.nowMs += 2 * dayMs
  assert.equal((await lab.sweeper.sweep()).unpublished, isKept ? 0 : 1)
  assert.deepEqual(await isThere(nobodys), [isKept, isKept])
  for (const gif of [published, waiting, accounts]) assert.deepEqual(await isThere(gif), [true, true])
}

test('WATERMARK says whose GIFs carry the watermark', async (t) => {
  const marks: (string | null | undefined)[] = []
  const expected = { on: ['ours', 'ours', null], off: [null, null, null], visitors: ['ours', null, null] }
  for (const [mode, marked] of Object.entries(expected)) {
    marks.length = 0
    const { watermarkText } = siteAddress(loadConfig({ WATERMARK: mode, WATERMARK_TEXT: 'ours' }))
    const lab = await openDerivationLab(t, {
      watermarkText,
      mediaEngine: {
        render: (plan, workspace) => {
          marks.push('watermarkText' in plan ? plan.watermarkText : undefined)
          return renderedIn(workspace)
        },
      },
      settings: { keepSourceMs: 0 },
    })
    const { accounts } = lab.stores
    const anna = { email: 'anna@example.org', premium: true, admin: false, passwordHash: null }
    const { id } = await accounts.add(anna)
    await lab.addCreation()
    await lab.work()
    for (const watermark of [true, false]) {
      await lab.addCreation({ ownerId: id, request: { watermark } })
      await lab.work()
    }
    assert.deepEqual(marks, marked, mode)
  }
})
