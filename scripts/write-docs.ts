/** Writes the documents and tables that are made from the code and from packages; with --check only compares, and fails on a difference. */
import { readFile, writeFile } from 'node:fs/promises'
import { emojiWordsTable } from './emoji-words.ts'
import { operatingPage } from './operating-page.ts'
import { openapiDocument } from './openapi-document.ts'
import { renditionsPage } from './renditions-page.ts'
import { testingPage } from './testing-page.ts'

const documents = {
  'docs/openapi.json': `${JSON.stringify(await openapiDocument(), null, 2)}\n`,
  'docs/operating.md': await operatingPage(),
  'docs/renditions.md': renditionsPage(),
  'docs/testing.md': testingPage(),
  'src/search/text/emoji-words.json': emojiWordsTable(),
}
const check = process.argv.includes('--check')
const stale: string[] = []
for (const [path, text] of Object.entries(documents)) {
  const file = new URL(`../${path}`, import.meta.url)
  if (check) {
    if ((await readFile(file, 'utf8').catch(() => '')) !== text) stale.push(path)
  } else {
    await writeFile(file, text)
  }
}
if (stale.length > 0) {
  console.error(`Not up to date: ${stale.join(', ')}. Run: npm run docs`)
  process.exit(1)
}
