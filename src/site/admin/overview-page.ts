import type { TaskRecord } from '../../creation/task.ts'
import { type Html, type HtmlValue, html } from '../../lib/html.ts'
import { formatBytes } from '../messages/format.ts'
import { adminPage } from './admin-page.ts'
import { timeAgo } from '../kit/page/time-ago.ts'
import { taskProgress, taskTitle } from './admin-task.ts'
import type { DiskFacts } from '../site.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type Overview = {
  nowMs: number
  waiting: number
  /** Since when the longest waiting task has waited; null when none waits. */
  waitingSinceMs: number | null
  processing: number
  running: TaskRecord[]
  failedToday: number
  /** Those of them that failed by a fault of this service, not of their input. */
  faultsToday: number
  reported: number
  gifs: number
  hidden: number
  accounts: number
  disk: DiskFacts
  version: string
}

const refreshSeconds = 5

/** How the instance is, at a glance. It keeps itself fresh where there is script. */
export function overviewPage(view: SiteView, facts: Overview): Html {
  return adminPage(view, {
    tab: 'overview',
    title: 'Overview',
    aside: html`Gifwright ${facts.version}`,
    main: html`<div class="glance" data-refresh="${refreshSeconds}">
      <ul class="tiles">
        ${queueTiles(view, facts)}
      </ul>
      <ul class="tiles">
        ${catalogueTiles(view, facts)}
      </ul>
      ${facts.running.length > 0 && runningNow(facts.running)} ${diskPanel(facts.disk)}
    </div>`,
  })
}

function queueTiles(view: SiteView, facts: Overview): HtmlValue {
  const { waiting, waitingSinceMs, processing, failedToday, faultsToday, reported, nowMs } = facts
  const since =
    waitingSinceMs === null ? 'Nothing has to wait' : html`Oldest: ${timeAgo(view, waitingSinceMs, nowMs)}`
  return [
    tile(view, { words: 'Waiting', count: waiting, below: since, path: '/admin/tasks?status=waiting' }),
    tile(view, {
      words: 'Running',
      count: processing,
      below: processing === 0 ? 'The workers rest' : 'Right now',
      path: '/admin/tasks?status=processing',
    }),
    tile(view, {
      words: 'Failed',
      count: failedToday,
      below: failedWords(failedToday, faultsToday),
      path: '/admin/tasks?status=error',
      alert: faultsToday > 0,
    }),
    tile(view, {
      words: 'Reported GIFs',
      count: reported,
      below: reported === 0 ? 'All dealt with' : 'Waiting for you',
      path: '/admin/reports',
      alert: reported > 0,
    }),
  ]
}

function failedWords(failed: number, faults: number): string {
  if (failed === 0) return 'In the last 24 hours'
  return `In the last 24 hours: ${faults} by faults of this service, ${failed - faults} by their input`
}

function catalogueTiles(view: SiteView, { gifs, hidden, accounts }: Overview): HtmlValue {
  return [
    tile(view, { words: 'Public GIFs', count: gifs, below: 'In search', path: '/' }),
    tile(view, { words: 'Hidden GIFs', count: hidden, below: 'By an operator', path: '/admin/hidden' }),
    tile(view, { words: 'Accounts', count: accounts, below: 'In all', path: '/admin/accounts' }),
  ]
}

type Tile = { words: string; count: number; below: HtmlValue; path: string; alert?: boolean }

const whole = new Intl.NumberFormat('en')

function tile({ links }: SiteView, { words, count, below, path, alert = false }: Tile): Html {
  return html`<li>
    <a class="tile${alert && ' tile--alert'}" href="${links.path(path)}">
      <span class="tile__words">${words}</span> <strong>${whole.format(count)}</strong>
      <span class="soft">${below}</span>
    </a>
  </li> `
}

function runningNow(running: TaskRecord[]): Html {
  return html`<section class="panel" aria-labelledby="running">
    <h2 id="running">Running now</h2>
    <ul class="stack">
      ${running.map((task) => html`<li class="running"><span class="cut" dir="auto">${taskTitle(task)}</span> ${taskProgress(task)}</li>`)}
    </ul>
  </section>`
}

const barWidth = 1000

function diskPanel({ freeBytes, wholeBytes, databaseBytes, reservedBytes }: DiskFacts): Html {
  const usedBytes = Math.max(0, wholeBytes - freeBytes)
  const share = (bytes: number) => Math.round((barWidth * bytes) / Math.max(1, wholeBytes))
  const percent = Math.round((100 * freeBytes) / Math.max(1, wholeBytes))
  return html`<section class="panel" aria-labelledby="disk">
    <h2 id="disk">Disk</h2>
    <p>
      <strong>${formatBytes(freeBytes)} free</strong>
      <span class="soft">of ${formatBytes(wholeBytes)} (${percent} %)</span>
    </p>
    <svg class="bar" viewBox="0 0 ${barWidth} 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar__used" width="${share(usedBytes)}" height="10" />
      <rect class="bar__database" width="${Math.max(2, share(databaseBytes))}" height="10" />
    </svg>
    <ul class="legend">
      <li class="legend__used">Used by everything on this disk ${formatBytes(usedBytes)}</li>
      <li class="legend__database">Of it the database ${formatBytes(databaseBytes)}</li>
      <li class="legend__free">Free ${formatBytes(freeBytes)}</li>
    </ul>
    <p class="soft">Reserved for uploads and GIFs in progress: ${formatBytes(reservedBytes)}</p>
  </section>`
}
