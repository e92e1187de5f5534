import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from '#src/site/pages/markdown.ts'

test('a page of the operator has no HTML, scripts or pictures of other sites, and safe links', () => {
  const hostile = [
    '# <b>Title</b> & more',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '![a picture](https://tracker.example/x.gif)',
    '[a](javascript:alert(1)) [b](data:text/html,x) [c](//evil.example) [d](/\\evil.example) [e](vbscript:x)',
    '<javascript:alert(1)>',
    '[f]: JaVaScRiPt:alert(1)\n[f]',
    '`<i>` &lt;u&gt; "quoted"',
    '```html\n<script>\n```',
  ].join('\n\n')
  const { title, body } = renderMarkdown(hostile)
  const markup = body.toString()
  assert.equal(title, '<b>Title</b> & more')
  assert.doesNotMatch(markup, /<(?!\/?(?:p|a|code|pre)\b)/)
  assert.doesNotMatch(markup, /href="(?!https?:|mailto:|\/[^/\\]|#)/)
  assert.doesNotMatch(markup, /<img|tracker/)
  assert.match(markup, /a picture/)
})

test('a page of the operator has headings, lists, tables, quotes and links', () => {
  const text =
    '# About\n\n## Who\n\nUs, **bold** and *soft*,\nat <mail@example.org> or https://example.org/?a=1&b=2\n\n1. one\n2. two\n   - deep\n\n> said\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n\n[terms](/terms)'
  const { title, body } = renderMarkdown(text)
  const markup = body.toString().replace(/\s+/g, ' ').replaceAll('> <', '><')
  assert.equal(title, 'About')
  for (const part of [
    '<h2>Who</h2>',
    '<strong>bold</strong> and <em>soft</em>',
    '<a href="mailto:mail@example.org" rel="noopener nofollow">mail@example.org</a>',
    '<a href="https://example.org/?a=1&amp;b=2" rel="noopener nofollow">https://example.org/?a=1&amp;b=2</a>',
    '<li>two<ul><li>deep</li></ul></li>',
    '<blockquote><p>said</p></blockquote>',
    '<th>a</th><th>b</th>',
    '<td>1</td>',
    '<hr />',
    '<a href="/terms" rel="noopener nofollow">terms</a>',
  ]) {
    assert.ok(markup.includes(part), `${part} in ${markup}`)
  }
})
