import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { AppError, fromErrorView, publicError, toErrorView } from '#src/lib/app-error.ts'
import { creationErrorAnswer } from '#src/http/api/schemas.ts'
import { readErrorText, renderSentences, shownErrors } from '#src/lib/errors/error-text.ts'
import { readSources } from '../../../scripts/structure.ts'
import { terminalErrors } from '#src/lib/errors/terminal-errors.ts'

/** The English sentences as they were when errors were made of sentences, with the names of their values in braces. */
const oldSentences = JSON.parse(
  readFileSync(join(import.meta.dirname, 'old-sentences.json'), 'utf8'),
) as Record<string, string>

/** The sentences that were reworded on purpose. */
const reworded = new Set(
  [
    'waitingGifs uploadsOfAddress uploadsBusy unpacking unpackingTooSlow unpublishedGifs sourcesInUse sourceTooLargeToKeep',
    'onlyMadeMeasured redirectsNowhere hostNotHttp siteAnswer keepSound accountGone passwordChanged',
    'noPasswords somebodyElse exportRunning otherToken taskNotFailed',
    'pictureGone stickerGone sourceGone sourceNotReady fileGone keptGifGone',
    'notASource zipEntryOutside categoryRequired inputsNotAllPictures notGifwright',
  ].flatMap((details) => details.split(' ')),
)

const sentences = { ...shownErrors, ...terminalErrors }

/** A sentence with the names of its values in braces. */
function templateOf(detail: string, sentence: string | ((values: never) => string)): string {
  if (typeof sentence === 'string') return sentence
  const named = {
    get: (_none: object, name: string) =>
      detail.startsWith('animation') && name === 'format' ? 'gif' : `{${name}}`,
  }
  return sentence(new Proxy({}, named) as never)
}

test('every English sentence is as it was, except those that were reworded on purpose', () => {
  const changed: string[] = []
  for (const [detail, sentence] of Object.entries(sentences)) {
    // Details that came later have no old sentence.
    const old = oldSentences[detail]
    if (old !== undefined && templateOf(detail, sentence) !== old) changed.push(detail)
  }
  assert.deepEqual(changed.toSorted(), [...reworded].toSorted())
  const removed = Object.keys(oldSentences).filter((detail) => !Object.hasOwn(sentences, detail))
  assert.deepEqual(removed, [])
})

test('every detail is used in the code', () => {
  const source = join(import.meta.dirname, '../../../src')
  const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/^(?:lib\/errors|site\/messages)\//.test(file))
    .map((file) => readFileSync(join(source, file), 'utf8'))
    .join('\n')
  const unused = Object.keys(sentences).filter((detail) => !code.includes(`'${detail}'`))
  assert.deepEqual(unused, [])
})

test('an error of a stored row has its detail and values, and the sentence for versions without them', () => {
  const error = new AppError('rate_limited', { detail: 'waitingGifs', waiting: 5 }, { field: 'url' })
  const view = toErrorView(error)
  assert.deepEqual(view, {
    code: 'rate_limited',
    message: 'You already have 5 GIFs in the queue. Wait for some to finish.',
    field: 'url',
    detail: 'waitingGifs',
    values: { waiting: 5 },
  })
  assert.deepEqual(fromErrorView(view).text, error.text)
  assert.equal('values' in publicError(view), false)
  const old = fromErrorView({ code: 'rate_limited', message: 'As it was said then.' })
  assert.equal(old.message, 'As it was said then.')
})

test('a text from elsewhere is read only with a known detail and all of its values', () => {
  assert.deepEqual(readErrorText('sizeLimit', { maxBytes: 1, width: 2, height: 3, about: 4 }), {
    ...{ detail: 'sizeLimit', maxBytes: 1, width: 2, height: 3, about: 4 },
  })
  assert.equal(readErrorText('sizeLimit', { maxBytes: 1 }), undefined)
  assert.equal(readErrorText('animationDamaged', { format: 'other' }), undefined)
  for (const detail of [undefined, 1, 'unknown', 'constructor', '__proto__'])
    assert.equal(readErrorText(detail), undefined, String(detail))
  assert.equal(readErrorText('wrongPassword', {}, renderSentences), undefined)
})

test('the OpenAPI document lists every detail that the API can send', () => {
  const listed: unknown = Reflect.get(creationErrorAnswer.properties.error.properties.detail, 'enum')
  assert.deepEqual(listed, Object.keys(shownErrors).toSorted())
})

test('a render process can report every error that its modules make', () => {
  const files = new Map(readSources().map(({ path, imports }) => [path, imports]))
  const reached = new Set<string>()
  const visit = (path: string): void => {
    if (reached.has(path) || !files.has(path)) return
    reached.add(path)
    for (const imported of files.get(path) ?? []) visit(imported)
  }
  for (const entry of ['main', 'encode/gif-worker', 'encode/size-limit-worker'])
    visit(`src/render/${entry}.ts`)
  const details = [...reached]
    .filter((path) => !path.startsWith('src/lib/errors/'))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/detail: '(\w+)'/g)].map(([, detail = '']) => detail),
    )
  assert.ok(details.length > 50)
  assert.deepEqual(
    details.filter((detail) => !Object.hasOwn(renderSentences, detail)),
    [],
  )
})

test('a text that lacks a value is not read, and one whose value is the word "undefined" is', () => {
  assert.equal(readErrorText('hostNotHttp', {}), undefined)
  assert.deepEqual(readErrorText('hostNotHttp', { host: 'undefined' }), {
    detail: 'hostNotHttp',
    host: 'undefined',
  })
})
