import type { TaskRecord } from '../../creation/task.ts'
import { type Html, type HtmlValue, html } from '../../lib/html.ts'
import { adminPage } from './admin-page.ts'
import { type RatingCounts, ratingsPanel } from './ratings-page.ts'
import { timeAgo } from '../kit/page/time-ago.ts'
import { taskProgress, taskTitle } from './admin-task.ts'
import type { DiskFacts } from '../site.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type Overview = {
  nowMs: number
  waiting: number
  /** The time since when the oldest queued task has been waiting; null if the queue is empty. */
  waitingSinceMs: number | null
  processing: number
  /** The number of unfinished imports. */
  importing: number
  /** The number of GIFs whose additional files are still to be made. */
  deriving: number
  running: TaskRecord[]
  failedToday: number
  /** The number of failures caused by this service rather than by the input. */
  faultsToday: number
  reported: number
  reportedCollections: number
  /** The number of visitors' GIFs waiting for review. */
  toReview: number
  ratings: RatingCounts
  hidden: number
  accounts: number
  disk: DiskFacts
  version: string
}

const refreshSeconds = 5

/** The state of the instance at a glance, refreshed automatically with script. */
export function overviewPage(view: SiteView, facts: Overview): Html {
  return adminPage(view, {
    tab: 'overview',
    title: view.messages.admin.tabs.overview,
    aside: html`Gifwright ${facts.version}`,
    main: html`<div class="glance" data-refresh="${refreshSeconds}">
      <ul class="tiles">
        ${queueTiles(view, facts)}
      </ul>
      <ul class="tiles">
        ${catalogueTiles(view, facts)}
      </ul>
      ${facts.importing > 0 && html`<p class="soft">${view.messages.admin.overview.importing(facts.importing)}</p>`}
      ${facts.deriving > 0 && html`<p class="soft">${view.messages.admin.overview.deriving(facts.deriving)}</p>`}
      ${facts.running.length > 0 && runningNow(view, facts.running)} ${ratingsPanel(view, facts.ratings)}
      ${diskPanel(view, facts.disk)}
    </div>`,
  })
}

function queueTiles(view: SiteView, facts: Overview): HtmlValue {
  const texts = view.messages.admin.overview
  const { waiting, waitingSinceMs, processing, failedToday, faultsToday, nowMs } = facts
  const since =
    waitingSinceMs === null ? texts.noneWaiting : texts.oldest(timeAgo(view, waitingSinceMs, nowMs))
  return [
    tile(view, { label: texts.waiting, count: waiting, below: since, path: '/admin/tasks?status=waiting' }),
    tile(view, {
      label: texts.running,
      count: processing,
      below: processing === 0 ? texts.idle : texts.rightNow,
      path: '/admin/tasks?status=processing',
    }),
    tile(view, {
      label: texts.failed,
      count: failedToday,
      below: failedToday === 0 ? texts.lastDay : texts.faults(faultsToday, failedToday - faultsToday),
      path: '/admin/tasks?status=error',
      alert: faultsToday > 0,
    }),
    ...reportTiles(view, facts),
  ]
}

/** Tiles for everything the operator has to decide. Tiles that few instances need appear only when they are not empty. */
function reportTiles(view: SiteView, { reported, reportedCollections, toReview }: Overview): Html[] {
  const texts = view.messages.admin.overview
  const waits = (label: string, count: number, path: string, none: string) =>
    tile(view, { label, count, below: count === 0 ? none : texts.openReports, path, alert: count > 0 })
  return [
    waits(texts.reported, reported, '/admin/notices', texts.noReports),
    ...(reportedCollections > 0
      ? [waits(texts.reportedCollections, reportedCollections, '/admin/collections', texts.noReports)]
      : []),
    ...(view.publishing === 'review' || toReview > 0
      ? [waits(texts.review, toReview, '/admin/review', texts.allReviewed)]
      : []),
  ]
}

function catalogueTiles(view: SiteView, { ratings, hidden, accounts }: Overview): HtmlValue {
  const texts = view.messages.admin.overview
  const gifs = [...ratings.values()].reduce((sum, count) => sum + count, 0)
  return [
    tile(view, { label: texts.publicGifs, count: gifs, below: texts.inSearch, path: '/' }),
    tile(view, {
      label: texts.unratedGifs,
      count: ratings.get(null) ?? 0,
      below: texts.countAs(view.messages.kit.rating.names[view.defaultRating]),
      path: '/admin/ratings',
    }),
    tile(view, { label: texts.hiddenGifs, count: hidden, below: texts.byOperator, path: '/admin/hidden' }),
    tile(view, { label: texts.accounts, count: accounts, below: texts.inTotal, path: '/admin/accounts' }),
  ]
}

type Tile = { label: string; count: number; below: HtmlValue; path: string; alert?: boolean }

function tile({ links, messages }: SiteView, { label, count, below, path, alert = false }: Tile): Html {
  return html`<li>
    <a class="tile${alert && ' tile--alert'}" href="${links.path(path)}">
      <span class="tile__label">${label}</span> <strong>${messages.formats.formatNumber(count)}</strong>
      <span class="soft">${below}</span>
    </a>
  </li> `
}

function runningNow(view: SiteView, running: TaskRecord[]): Html {
  return html`<section class="panel" aria-labelledby="running">
    <h2 id="running">${view.messages.admin.overview.runningNow}</h2>
    <ul class="stack">
      ${running.map((task) => html`<li class="running"><span class="cut" dir="auto">${taskTitle(view, task)}</span> ${taskProgress(view, task)}</li>`)}
    </ul>
  </section>`
}

const barWidth = 1000

function diskPanel(view: SiteView, { freeBytes, wholeBytes, databaseBytes, reservedBytes }: DiskFacts): Html {
  const texts = view.messages.admin.overview
  const usedBytes = Math.max(0, wholeBytes - freeBytes)
  const share = (bytes: number) => Math.round((barWidth * bytes) / Math.max(1, wholeBytes))
  const percent = Math.round((100 * freeBytes) / Math.max(1, wholeBytes))
  return html`<section class="panel" aria-labelledby="disk">
    <h2 id="disk">${texts.disk}</h2>
    <p>
      <strong>${texts.free(view.messages.formats.formatBytes(freeBytes))}</strong>
      <span class="soft">${texts.ofTotal(view.messages.formats.formatBytes(wholeBytes), percent)}</span>
    </p>
    <svg class="bar" viewBox="0 0 ${barWidth} 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar__used" width="${share(usedBytes)}" height="10" />
      <rect class="bar__database" width="${Math.max(2, share(databaseBytes))}" height="10" />
    </svg>
    <ul class="legend">
      <li class="legend__used">${texts.used(view.messages.formats.formatBytes(usedBytes))}</li>
      <li class="legend__database">${texts.database(view.messages.formats.formatBytes(databaseBytes))}</li>
      <li class="legend__free">${texts.freeSpace(view.messages.formats.formatBytes(freeBytes))}</li>
    </ul>
    <p class="soft">${texts.reserved(view.messages.formats.formatBytes(reservedBytes))}</p>
  </section>`
}
