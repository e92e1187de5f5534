/**
 * Measures the time from a change of an option in the maker to the new GIF on the screen, with its size: 5 s at 480
 * pixels in Chromium on one core, next to the time of the encoder alone; and how far the size is from that of the
 * server's GIF.
 *   node bench/preview.ts [--times] [CLIP ...]
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { startServer } from '../test/support/processes/server-process.ts'
import { findClip } from './gif/clips.ts'
import { median, table } from './measure.ts'
import { editsOf } from './preview/edits.ts'
import { change, type Seen } from './preview/page.ts'

const program = fileURLToPath(new URL('../bin/gifwright.mjs', import.meta.url))
/** With `--times` only times are measured, which takes a minute less per clip. */
const asked = process.argv.slice(2).filter((word) => word !== '--times')
const measuresSizes = !process.argv.includes('--times')
const names = asked.length > 0 ? asked : ['bbb@12', 'frog', 'talking@0.1', 'screencast']
const folder = mkdtempSync(join(tmpdir(), 'gifwright-bench-'))
const server = await startServer({
  DATA_DIR: join(folder, 'data'),
  WORKER_CONCURRENCY: '0',
  LOG_LEVEL: 'error',
  WATERMARK_TEXT: 'Gifwright',
})
const pinned = join(folder, 'chromium')
writeFileSync(
  pinned,
  `#!/bin/sh\nexec taskset -c 0 ${process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'} "$@"\n`,
)
chmodSync(pinned, 0o700)
const browser = await chromium.launch({ executablePath: pinned, args: ['--no-sandbox', '--disable-gpu'] })

/** Rejects if nothing arrives for a minute. */
function within<T>(work: Promise<T>, what: string): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no GIF after: ${what}`)), 20_000).unref()
  })
  return Promise.race([work, late])
}

/** The bytes of the GIF that the server's pipeline makes. */
function bytesOfServer(path: string, args: string[]): number {
  const gif = join(folder, 'server.gif')
  rmSync(gif, { force: true })
  execFileSync(process.execPath, [program, 'make', path, '-o', gif, ...args, '--watermark', 'Gifwright'], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  return statSync(gif).size
}

/** The bytes of the page's own GIF, which the download button saves. */
type Row = Seen & { clip: string; what: string; bytes: number; serverBytes: number }

const rows: Row[] = []
try {
  for (const clip of names.map(findClip)) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${server.url}/create`)
    await page.getByLabel('Choose files').setInputFiles(clip.path)
    await page.locator('[data-preview][data-state="whole"]').waitFor({ timeout: 60_000 })
    page.setDefaultTimeout(30_000)
    for (const [index, { what, fields, args }] of [
      ...editsOf(clip.startSeconds),
      ...editsOf(clip.startSeconds).slice(0, 1),
    ].entries()) {
      const seen = await within(change(page, fields), what)
      // The first makes the frames of the clip known.
      if (index === 0) continue
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ])
      const saved = await download.path()
      console.error(`${clip.name}, ${what}: ${Math.round(seen.firstMs)} ms`)
      rows.push({
        ...seen,
        clip: clip.name,
        what,
        bytes: statSync(saved).size,
        serverBytes: measuresSizes ? bytesOfServer(clip.path, args) : NaN,
      })
    }
    await page.close()
  }
} finally {
  await browser.close()
  server.child.kill()
  await server.exited
  rmSync(folder, { recursive: true, force: true })
}

const percent = (value: number) => `${value > 0 ? '+' : ''}${(value * 100).toFixed(2)} %`
const off = ({ bytes, serverBytes }: Row) => bytes / serverBytes - 1
console.log(
  table(
    ['clip', 'change', 'seen ms', 'whole ms', 'encoder ms', 'seen / encoder', 'size against the server'],
    rows.map((row) => [
      row.clip,
      row.what,
      `${Math.round(row.firstMs)}${row.isHalfFirst ? ' (half)' : ''}`,
      Math.round(row.wholeMs),
      Math.round(row.encodeMs),
      (row.firstMs / row.encodeMs).toFixed(2),
      percent(off(row)),
    ]),
  ),
)
const worst = Math.max(...rows.map((row) => Math.abs(off(row))))
console.log(
  `\n${rows.length} changes: the GIF is seen after ${Math.round(median(rows.map((row) => row.firstMs)))} ms (median), ` +
    `${median(rows.map((row) => row.firstMs / row.encodeMs)).toFixed(2)} of the time of the encoder alone; the whole one after ` +
    `${Math.round(median(rows.map((row) => row.wholeMs)))} ms, ${median(rows.map((row) => row.wholeMs / row.encodeMs)).toFixed(2)} of it. ` +
    `The size is off by ${percent(median(rows.map((row) => Math.abs(off(row)))))} (median), ${percent(worst)} at most.`,
)
