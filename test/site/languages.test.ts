import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#src/lib/app-error.ts'
import { english } from '#src/site/messages/en/messages.ts'
import { languageTags } from '#src/site/messages/languages.ts'
import { translateError } from '#src/site/messages/translate-error.ts'
import { messagesOf } from '#src/site/messages/messages.ts'
import { preferredLanguage } from '#src/site/kit/requests/language.ts'
import { formOptions } from '#src/options/form-options.ts'
import { formNameOf } from '#src/options/option.ts'
import { shareSite } from '../support/site.ts'
import { errorSentences, ruleSentences } from '../support/error-sentences.ts'

const site = shareSite()

const translations = languageTags.filter((language) => language !== 'en')

/** The intentional differences: English has these in the code. */
const onlyInTranslations = new Set(['errors', 'rules', 'maker.options.texts'])

test('every language has every text, of the same kind and with the same values', () => {
  for (const language of translations) {
    assert.deepEqual(differences(english, messagesOf(language)), [], language)
  }
})

test('a translated error differs from the English one only in its sentence', () => {
  const options = {
    field: 'title',
    retry: true,
    retryAfterSeconds: 60,
    reason: 'no_space',
    cause: new Error('a disk'),
  } as const
  const error = new AppError('unavailable', 'A category needs a name.', options)
  const { code, field, retry, retryAfterSeconds, reason, cause, message } = translateError(error, 'de')
  assert.deepEqual({ field, retry, retryAfterSeconds, reason, cause }, options)
  assert.deepEqual([code, message], ['unavailable', 'Eine Kategorie braucht einen Namen.'])
})

test('every language has the sentence of every error that pages can show, with the same values', () => {
  const sentences = errorSentences()
  assert.ok(sentences.length > 100)
  for (const language of translations) {
    const { errors, rules } = messagesOf(language)
    const missingRules = ruleSentences().filter((sentence) => !Object.hasOwn(rules, sentence))
    assert.deepEqual(missingRules, [], `${language}: missing`)
    const missing = sentences.filter((sentence) => !Object.hasOwn({ ...rules, ...errors }, sentence))
    assert.deepEqual(missing, [], `${language}: missing`)
    const unknown = Object.keys(errors).filter((sentence) => !sentences.includes(sentence))
    assert.deepEqual(unknown, [], `${language}: not in the code`)
    for (const [sentence, translation] of Object.entries(errors)) {
      assert.deepEqual(placeholders(translation), placeholders(sentence), `${language}: ${sentence}`)
    }
  }
})

test('every language names every option of the maker', () => {
  for (const language of translations) {
    const { texts } = messagesOf(language).maker.options
    const missing = formOptions.map(formNameOf).filter((name) => !texts[name]?.label)
    assert.deepEqual(missing, [], language)
  }
})

test('the language of the browser is used if the site has it, and English otherwise', () => {
  assert.equal(preferredLanguage(undefined), 'en')
  assert.equal(preferredLanguage('xx, tlh;q=0.9'), 'en')
  assert.equal(preferredLanguage('*'), 'en')
  assert.equal(preferredLanguage(`de${', de'.repeat(1000)}`), 'en')
  for (const language of translations) {
    assert.equal(preferredLanguage(`xx, ${language}-XX;q=0.8, en;q=0.5`), language)
  }
})

test('a page is in the language of the browser, and so are its script and its errors', async () => {
  const french = messagesOf('fr')
  const headers = { 'accept-language': 'fr-CH, en;q=0.5' }
  const page = await site.fetch('/create', { headers })
  assert.equal(page.headers.get('content-language'), 'fr')
  assert.match(page.headers.get('vary') ?? '', /Accept-Language/)
  const html = await page.text()
  assert.match(html, /<html lang="fr">/)
  assert.ok(html.includes(`<h1>${french.maker.title}</h1>`))
  const address = /\/static\/[0-9a-f]+\/maker\.fr\.js/.exec(html)?.[0] ?? ''
  // Another server may not have shown a page in that language yet.
  const script = await (await site.fetch(address)).text()
  assert.ok(script.includes(french.maker.progress.task.making))
  for (const path of ['/feed.atom', '/manifest.webmanifest', '/picker']) {
    const shared = await site.fetch(path, { headers })
    assert.match(shared.headers.get('vary') ?? '', /Accept-Language.*Cookie/, path)
  }
  const missing = await site.fetch('/no/such/page', { headers })
  assert.ok((await missing.text()).includes(french.kit.errors.noPage))
  const refused = await site.fetch('/login', {
    method: 'POST',
    headers: { ...headers, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ email: 'nobody@example.org', password: 'wrong password' }),
  })
  const sentence = 'The e-mail address or the password is wrong.'
  assert.ok((await refused.text()).includes(french.errors[sentence] ?? 'no sentence'))
  assert.match(await (await site.fetch('/create')).text(), /<html lang="en">/)
})

test('texts that stay in English are marked, and the default texts that operators may reword are translated', async () => {
  const german = messagesOf('de')
  const headers = { 'accept-language': 'de' }
  for (const path of ['/developers', '/developers/use-it-in', '/api/docs']) {
    const html = await (await site.fetch(path, { headers })).text()
    assert.match(html, /<html lang="de">/, path)
    assert.match(html, /<main [^>]*lang="en"/, path)
    assert.ok(html.includes(german.kit.layout.inEnglishOnly), path)
  }
  assert.doesNotMatch(await (await site.fetch('/developers')).text(), /<main [^>]*lang=/)
  const { code } = await site.add({ title: 'Frog' })
  const report = await (await site.fetch(`/${code}/report`, { headers })).text()
  assert.ok(report.includes(german.notices.shipped['good-faith']))
  const frame = await (await site.fetch('/picker?origin=https://app.example', { headers })).text()
  assert.match(frame, /picker-frame\.de\.js/)
})

test('a language chosen on the site overrides the browser’s, and returns to the page', async () => {
  const choose = (language: string, next: string) =>
    site.fetch('/language', {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ language, next }),
    })
  const chosen = await choose('ja', '/create?x=1')
  assert.equal(chosen.status, 303)
  assert.equal(chosen.headers.get('location'), '/create?x=1')
  const cookie = chosen.headers.get('set-cookie')?.split(';')[0] ?? ''
  const page = await site.fetch('/', { headers: { cookie, 'accept-language': 'fr' } })
  assert.match(await page.text(), /<html lang="ja">/)
  const elsewhere = await choose('fr', '//other.example/')
  assert.equal(elsewhere.headers.get('location'), '/')
  assert.equal((await choose('xx', '/')).status, 422)
  const tampered = { cookie: cookie.replace('ja', 'xx'), 'accept-language': 'fr' }
  assert.match(await (await site.fetch('/', { headers: tampered })).text(), /<html lang="fr">/)
})

/** The places where a translation lacks a text, has an extra one, or one of another kind. */
function differences(from: unknown, to: unknown, path = ''): string[] {
  if (onlyInTranslations.has(path)) return []
  if (typeof from !== typeof to || Array.isArray(from) !== Array.isArray(to)) return [path]
  if (typeof from === 'function') return (to as typeof from).length <= from.length ? [] : [path]
  if (typeof from !== 'object' || from === null || typeof to !== 'object' || to === null) return []
  const keys = new Set([...Object.keys(from), ...Object.keys(to)])
  return [...keys].flatMap((key) =>
    differences(Reflect.get(from, key), Reflect.get(to, key), path === '' ? key : `${path}.${key}`),
  )
}

function placeholders(sentence: string): string[] {
  return [...sentence.matchAll(/\{\d+\}/g)].map(([placeholder]) => placeholder).toSorted()
}
