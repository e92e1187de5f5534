import { type Html, type HtmlValue, html } from '../../lib/html.ts'
import type { Messages } from '../messages/messages.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { notice } from '../kit/forms/fields.ts'
import { layout, pageHeading } from '../kit/page/layout.ts'

const tabPaths = {
  overview: '/admin',
  tasks: '/admin/tasks',
  review: '/admin/review',
  notices: '/admin/notices',
  hidden: '/admin/hidden',
  collections: '/admin/collections',
  duplicates: '/admin/duplicates',
  ratings: '/admin/ratings',
  descriptions: '/admin/descriptions',
  categories: '/admin/categories',
  accounts: '/admin/accounts',
  apps: '/admin/apps',
  webhooks: '/admin/webhooks',
} as const

type Tab = keyof typeof tabPaths

/** The name of the notice that the next page shows. */
export type Flash = keyof Messages['admin']['done']

export type AdminPage = {
  tab: Tab
  title: string
  /** The name of the notice to show, from the address; an unknown name shows none. */
  done?: string
  /** Shown next to the title. */
  aside?: HtmlValue
  main: HtmlValue
}

/** The layout of the operator's pages: tabs, title, and the notice of the last change. */
export function adminPage(view: SiteView, { tab, title, done = '', aside, main }: AdminPage): Html {
  const texts = view.messages.admin
  const flash = Object.entries(texts.done).find(([name]) => name === done)?.[1]
  return layout(view, {
    feature: 'admin',
    title: texts.pageTitle(title),
    indexed: false,
    main: html`<div class="admin">
      <nav aria-label="${texts.navigation}">
        <ul class="chips">
          ${Object.entries(tabPaths).map(
            ([name, path]) =>
              html`<li>
                <a class="chip" href="${view.links.path(path)}" ${name === tab && html` aria-current="page"`}
                  >${texts.tabs[name as Tab]}</a
                >
              </li>`,
          )}
        </ul>
      </nav>
      <div class="heading">
        ${pageHeading(title)} ${aside !== undefined && html`<p class="soft">${aside}</p>`}
      </div>
      ${flash !== undefined && notice(flash)} ${main}
    </div>`,
  })
}

/** The path to redirect to after a change; the page there shows a notice. `back` is the query of the list. */
export function redirectWith(flash: Flash, path: string, back = ''): string {
  const query = new URLSearchParams(back)
  query.set('done', flash)
  return `${path}?${query.toString()}`
}
