import { type Html, type HtmlValue, html } from '../../lib/html.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { notice } from '../kit/forms/fields.ts'
import { layout } from '../kit/page/layout.ts'
import { pageHeading } from '../kit/page/page-heading.ts'

const tabs = {
  overview: { path: '/admin', words: 'Overview' },
  tasks: { path: '/admin/tasks', words: 'Tasks' },
  reports: { path: '/admin/reports', words: 'Reports' },
  hidden: { path: '/admin/hidden', words: 'Hidden GIFs' },
  categories: { path: '/admin/categories', words: 'Categories' },
  accounts: { path: '/admin/accounts', words: 'Accounts' },
} as const

/** What was done before the page was shown, as the address says it. */
const deeds = {
  retried: 'The task waits again.',
  kept: 'The GIF stays as it is; its reports are dealt with.',
  nsfw: 'The GIF is marked as not safe for work.',
  hidden: 'The GIF is hidden.',
  shown: 'The GIF is shown again.',
  removed: 'The GIF is removed.',
  added: 'The category is added.',
  renamed: 'The category is changed.',
  moved: 'The order is changed.',
  emptied: 'The category is removed.',
  premium: 'The account is Premium now.',
  plain: 'The account is no longer Premium.',
  blocked: 'The account is blocked, and signed out everywhere.',
  unblocked: 'The account is no longer blocked.',
  gone: 'The account is removed.',
} as const

export type Deed = keyof typeof deeds

export type AdminPage = {
  tab: keyof typeof tabs
  title: string
  /** What of the address tells what was done; nonsense counts as not said. */
  done?: string
  /** What stands beside the title. */
  aside?: HtmlValue
  main: HtmlValue
}

/** The frame of the operator's pages: the way between them, the title, and what was just done. */
export function adminPage(view: SiteView, { tab, title, done = '', aside, main }: AdminPage): Html {
  const said = Object.entries(deeds).find(([deed]) => deed === done)?.[1]
  return layout(view, {
    feature: 'admin',
    title: `${title} · Operator`,
    indexed: false,
    main: html`<div class="admin">
      <nav aria-label="Operator">
        <ul class="chips">
          ${Object.entries(tabs).map(
            ([name, { path, words }]) =>
              html`<li>
                <a class="chip" href="${view.links.path(path)}" ${name === tab && html` aria-current="page"`}
                  >${words}</a
                >
              </li>`,
          )}
        </ul>
      </nav>
      <div class="heading">
        ${pageHeading(title)} ${aside !== undefined && html`<p class="soft">${aside}</p>`}
      </div>
      ${said !== undefined && notice(said)} ${main}
    </div>`,
  })
}

/** The address to go to when something is done, which says so. `back` is the query of the list one came from. */
export function afterwards(path: string, deed: Deed, back = ''): string {
  const query = new URLSearchParams(back)
  query.set('done', deed)
  return `${path}?${query.toString()}`
}
