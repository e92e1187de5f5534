import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TextFolder } from '../adapters/text-files/text-folder.ts'
import type { Counters } from '../cluster/counters.ts'
import type { Config } from '../config/config.ts'
import { systemCode } from '../lib/system-code.ts'
import type { UseLimit } from '../catalogue/notices/send-notice.ts'
import { TextBlocks } from '../catalogue/notices/text-blocks.ts'
import { noticeTexts } from '../site/messages/notice-texts.ts'
import { pageExamples } from '../site/messages/page-examples.ts'
import { makeDataFolder } from './data-folder.ts'

const dayMs = 24 * 60 * 60_000

/** The same number as for rate limits: see http/plugins/rate-limits.ts. */
const maxClients = 20_000

/** The texts about notices and the pages written by the operator. */
export function operatorTexts(config: Config) {
  const { texts, pages } = foldersOf(config)
  return {
    texts: new TextBlocks(new TextFolder(texts, '.txt'), noticeTexts),
    pages: new TextFolder(pages, '.md'),
  }
}

/** Counts the notices per address and day. */
export function dailyNotices({ rates }: Config, counters: Counters): UseLimit {
  if (rates === null) return null
  const counter = counters.exact({ name: 'notices of a day', windowMs: dayMs, maxKeys: maxClients })
  return { counter, max: rates.noticesPerDay }
}

/**
 * Writes the built-in texts and an example of each page for the operator to adapt. Existing files stay. Returns the
 * paths of the new ones.
 */
export async function writeOperatorTexts(config: Config): Promise<string[]> {
  const { texts, pages } = foldersOf(config)
  const files = [
    ...Object.entries(noticeTexts).map(([name, text]) => [join(texts, `${name}.txt`), text] as const),
    ...Object.entries(pageExamples).map(([name, text]) => [join(pages, `${name}.example.md`), text] as const),
  ]
  for (const folder of [texts, pages]) await makeDataFolder(config, folder)
  const written: string[] = []
  for (const [path, text] of files) {
    const isNew = await writeFile(path, `${text.trim()}\n`, { flag: 'wx' }).then(
      () => true,
      (error: unknown) => {
        if (systemCode(error) === 'EEXIST') return false
        throw error
      },
    )
    if (isNew) written.push(path)
  }
  return written
}

function foldersOf({ data }: Config) {
  return { texts: join(data.folder, 'texts'), pages: join(data.folder, 'pages') }
}
