import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { useItInMessages } from '#src/site/messages/en/use-it-in.ts'
import { pageOf } from '../../support/browser/page.ts'
import { startSite } from '../../support/site.ts'

const addresses = {
  tenor: 'https://x.example/v2',
  giphy: 'https://x.example/v1',
  origin: 'https://x.example',
}

test('every package that the page calls tested is used in the tests', async () => {
  const manifest = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  const { devDependencies } = JSON.parse(manifest) as { devDependencies: Record<string, string> }
  const { libraryList, appList } = useItInMessages
  for (const { name, proof, package: named } of [...libraryList(addresses), ...appList(addresses)]) {
    if (proof === 'tested') assert.ok(named !== undefined && named in devDependencies, name)
  }
})

test('the page names the addresses of the instance, and they answer', async (t) => {
  const site = await startSite(t)
  const page = await pageOf(`${site.url}/developers/use-it-in`)
  const words = page.text('main')
  for (const [base, call] of [
    ['/v2', '/featured'],
    ['/v1', '/gifs/trending'],
    ['/compat/tenor/v2', '/featured'],
    ['/compat/giphy/v1', '/gifs/trending'],
  ] as const) {
    assert.ok(words.includes(site.url + base), base)
    assert.equal((await site.fetch(base + call)).status, 200, base)
  }
  assert.ok(words.includes(`setServerUrl('${site.url}/v1/')`), 'with the slash that it needs')
})
