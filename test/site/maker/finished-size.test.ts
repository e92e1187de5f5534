import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SizeNote } from '#src/options/rules/size-note.ts'
import { finishedSize } from '#src/site/maker/finished-size.ts'
import { emptyFields, withWidth } from '#src/site/maker/form-fields.ts'
import { english } from '#src/site/messages/en/messages.ts'
import { testConfig } from '../../support/instance.ts'

/** The size note on the page of a finished GIF, without its markup. */
function saidOf(note: SizeNote, isKept = true): { text: string; link: string | undefined } {
  const view = { messages: english, links: { path: (path: string) => path } }
  const gif = { code: 'abc', renditions: { gif: { bytes: 499_000 } } }
  const said = finishedSize(
    view as never,
    gif as never,
    { note, maxBytes: 500_000 },
    isKept ? ({} as never) : null,
  )
  const markup = String(said ?? '')
  const text = markup
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return { text, link: /href="([^"]+)"/.exec(markup)?.[1]?.replaceAll('&amp;', '&') }
}

test('the page of a finished GIF reports the result of its size limit, and links to a width that looks better', () => {
  const none = { link: undefined }
  assert.deepEqual(saidOf({ outcome: 'enough' }), { text: '499 KB: more would not look better', ...none })
  const smaller = { outcome: 'smaller', width: 320 } as const
  assert.deepEqual(saidOf(smaller), { text: 'Made 320 px wide, to fit 500 KB', ...none })
  assert.deepEqual(saidOf({ ...smaller, fps: 7.5 }), {
    text: 'Made 320 px wide at 7.5 fps, to fit 500 KB',
    ...none,
  })
  const rough = { outcome: 'rough', width: 320 } as const
  assert.deepEqual(saidOf(rough), {
    text: '499 KB, or 320 px at better quality',
    link: '/create?edit=abc&width=320',
  })
  assert.deepEqual(saidOf(rough, false), { text: '', ...none })
})

test('the maker opens with the suggested width, and pictures keep their shape', () => {
  const fields = emptyFields(testConfig({}).limits)
  assert.equal(withWidth(fields, '320').options.clip_width, '320')
  const pictures = { ...fields, source: 'pictures' as const, options: { width: '480', height: '360' } }
  assert.deepEqual(withWidth(pictures, '320').options, { width: '320', height: '240' })
  for (const width of ['', 'wide', '-1', '1e9']) assert.equal(withWidth(fields, width), fields)
})
