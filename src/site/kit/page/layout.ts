import { type Html, html } from '../../../lib/html.ts'
import type { Feature } from '../assets/assets.ts'
import type { Asset } from '../assets/make-asset.ts'
import type { Search } from './links.ts'
import type { SiteView } from './site-view.ts'
import { languages, languageTags } from '../../messages/languages.ts'
import { accountNav } from './account-nav.ts'
import { iconDrawings } from './icon.ts'
import { searchForm } from './search-form.ts'

/** The colors of the browser's own bars around a page: `--paper` of tokens.css. */
export const themeColors = { light: '#f7f7f5', dark: '#141412' }

/** The length above which headings are smaller, so that the content below stays in view. */
const longLetters = 60

/** A heading written by a user: in the direction of its script, and smaller if it is long. */
export function pageHeading(text: string): Html {
  return html`<h1 dir="auto" class="${text.length > longLetters && 'long'}">${text}</h1>`
}

export type LayoutOptions = {
  title: string
  /** The description for search engines. */
  description?: string
  /** More elements for the head. */
  head?: Html | undefined
  search?: Search
  /** False keeps the page out of search engines. */
  indexed?: boolean
  /** The feature whose style and script the page loads; omitted if the kit's are enough. */
  feature?: Feature
  /** True to use the full width of wide screens, for grids of GIFs; lines of text would become too long. */
  isWide?: boolean
  /** True if the page is in English in every language; its frame is still translated. */
  isEnglish?: boolean
  main: Html
}

/** The frame that all pages share. */
export function layout(view: SiteView, options: LayoutOptions): Html {
  const { links, assets, name } = view
  const texts = view.messages.kit.layout
  const { kit } = assets.bundles
  const bundles = options.feature === undefined ? [kit] : [kit, assets.bundles[options.feature]]
  const modules = modulesOf(view, options.feature)
  const title = options.title === name ? name : `${options.title} · ${name}`
  return html`<!doctype html>
    <html lang="${view.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${options.description !== undefined && html`<meta name="description" content="${options.description}" />`}
        ${options.indexed === false && html`<meta name="robots" content="noindex" />`}
        <link rel="icon" type="image/svg+xml" href="${links.path('/favicon.svg')}" />
        <link rel="apple-touch-icon" href="${links.path(assets.icons.touch.path)}" />
        <link rel="manifest" href="${links.path('/manifest.webmanifest')}" />
        ${Object.entries(themeColors).map(([scheme, color]) => html`<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${color}" />`)}
        ${bundles.map(({ style }) => html`<link rel="stylesheet" href="${links.path(style.path)}" />`)}
        ${bundles.map(({ script }) => html`<script type="module" src="${links.path(script.path)}"></script>`)}
        ${options.head}
      </head>
      <body
        ${options.isWide === true && html` class="wide"`}
        ${modules !== null && html` data-modules="${JSON.stringify(modules)}"`}
      >
        <a class="skip" href="#main">${texts.skipToContent}</a>
        <header class="top">
          <a class="brand" href="${links.path('/')}"
            ><img src="${links.path(assets.mark.path)}" alt="" width="32" height="32" /><span
              >${name}</span
            ></a
          >
          ${searchForm(view, options.search)} ${accountNav(view)}
        </header>
        ${mainPart(view, options)}
        <footer class="foot">
          <p>${texts.footer(name)}</p>
          <nav aria-label="${texts.aboutSite}">
            <ul>
              <li><a href="${links.path('/create')}">${texts.makeGif}</a></li>
              <li><a href="${links.path('/tools')}">${texts.tools}</a></li>
              <li><a href="${links.path('/random')}">${texts.randomGif}</a></li>
              <li><a href="${links.path('/developers')}">${texts.developers}</a></li>
              ${view.operatorPages.map((page) => html`<li><a href="${links.path(`/${page}`)}">${view.messages.kit.operatorPages.names[page]}</a></li>`)}
            </ul>
          </nav>
          ${languageTags.length > 1 && languageForm(view)}
        </footer>
        ${iconDrawings()}
      </body>
    </html> `
}

function mainPart(view: SiteView, { isEnglish = false, main }: LayoutOptions): Html {
  if (!isEnglish || view.language === 'en') return html`<main id="main" tabindex="-1">${main}</main>`
  return html`<p class="notice">${view.messages.kit.layout.inEnglishOnly}</p>
    <main id="main" tabindex="-1" lang="en">${main}</main>`
}

/** The addresses of the modules that a page loads on demand. */
function modulesOf({ links, assets }: SiteView, feature: Feature | undefined): Record<string, string> | null {
  const modules: Partial<Record<Feature, Record<string, Asset>>> = assets.lazy
  const lazy = feature === undefined ? undefined : modules[feature]
  if (lazy === undefined) return null
  return Object.fromEntries(Object.entries(lazy).map(([name, { path }]) => [name, links.path(path)]))
}

/** The form to choose the language of the site; with script the choice applies at once. */
function languageForm({ links, messages, language, address }: SiteView): Html {
  const texts = messages.kit.language
  return html`<form class="language" method="post" action="${links.path('/language')}">
    <input type="hidden" name="next" value="${address}" />
    <label for="language">${texts.label}</label>
    <select id="language" name="language" autocomplete="off" data-language>
      ${Object.entries(languages).map(([tag, name]) => html`<option value="${tag}" lang="${tag}" ${tag === language && html` selected`}>${name}</option>`)}
    </select>
    <button class="button" type="submit" data-language-submit>${texts.submit}</button>
  </form>`
}
