import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { html } from '#src/lib/html.ts'
import { randomRuns } from '../support/full-run.ts'

function read(markup: string) {
  const elements: string[] = []
  const attributes: Record<string, string>[] = []
  let text = ''
  const parser = new Parser({
    onopentag: (name, given) => {
      elements.push(name)
      attributes.push(given)
    },
    ontext: (more) => (text += more),
  })
  parser.end(markup)
  return { elements, attributes, text }
}

test('any text in a template stays text', () => {
  const hostile = [
    '<script>alert(1)</script>',
    `"><img src=x onerror=alert(1)>`,
    `' onmouseover='alert(1)`,
    '</textarea><b>',
    '<!-- ',
    '&lt;b&gt; &amp;',
    '`${7*7}`',
  ]
  for (const text of hostile) {
    const found = read(String(html`<p title="${text}" class="${text}">${text}</p>`))
    assert.deepEqual(found.elements, ['p'])
    assert.equal(found.text, text)
    assert.deepEqual(found.attributes, [{ title: text, class: text }])
  }
})

test('any string comes through a page unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const found = read(String(html`<p title="${text}">${text}</p>`))
      assert.deepEqual([found.text, found.attributes], [text, [{ title: text }]])
    }),
    randomRuns(100),
  )
})

test('markup in a template stays markup, lists are joined, and undefined is empty', () => {
  const items = ['a & b', 'c'].map((item) => html`<i>${item}</i>`)
  const page = html`<p>${items}${null}${undefined}${false}${0}${['<', [1, html`<b></b>`]]}</p>`
  assert.equal(String(page), '<p><i>a &amp; b</i><i>c</i>0&lt;1<b></b></p>')
})

test('an object that looks like markup is not treated as markup', () => {
  const impostor: unknown = { toString: () => '<b>' }
  assert.throws(() => Reflect.apply(html, null, [['<p>', '</p>'], impostor]))
})
