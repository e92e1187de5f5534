import { type Html, html, type HtmlValue } from '../../lib/html.ts'
import { type CommandFacts, type Commands, commandsFor, fetchExample } from './developers-commands.ts'
import { codeExample } from '../kit/page/code-example.ts'
import { limitTable, type ManualLimits } from './developers-limits.ts'
import { withCode } from './api-schema.ts'
import { fontIds } from '../../layers/fonts/font-list.ts'
import { layerFolder } from '../kit/assets/layer-files.ts'
import { pickerScript, pickerSection } from './picker-section.ts'
import { webhookSection } from './webhook-section.ts'
import { manualPage, type ManualSection } from './manual-page.ts'
import { inEnglish, type SiteView } from '../kit/page/site-view.ts'
import { clipOptions } from '../../options/clip-options.ts'
import { gifOptions } from '../../options/gif-options.ts'
import { mustBe } from '../../options/must-be.ts'
import { defaultOf, type Option, type OptionLimits, rangeOf } from '../../options/option.ts'

const number = new Intl.NumberFormat('en', { useGrouping: true })

/** The options of a GIF, with the limits of this instance. */
function optionTable(limits: OptionLimits): Html {
  const row = (option: Option, isForVideos: boolean) =>
    html`<tr>
      <td><code>${option.name}</code></td>
      <td>${option.description} ${valuesText(option, limits)}${isForVideos && ' Videos only.'}</td>
    </tr>`
  return html`<table class="table">
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">What it does</th>
      </tr>
    </thead>
    <tbody>
      ${Object.values(gifOptions).map((option) => row(option, false))}
      ${Object.values(clipOptions).map((option) => row(option, true))}
    </tbody>
  </table>`
}

/** The values an option takes, and its default. */
function valuesText(option: Option, limits: OptionLimits): Html {
  const fallback = defaultOf(option, limits)
  if (option.type === 'flag') return html`1 turns it on.`
  if (option.type === 'crop') return html``
  const shownDefault = fallback !== null && html` Default: <code>${String(fallback)}</code>.`
  if (option.type === 'choice') return html`It is ${mustBe(option, limits)}.${shownDefault}`
  const { min, max } = rangeOf(option, limits)
  return html`From ${number.format(min)} to ${number.format(max)}.${shownDefault}`
}

export type Manual = {
  commands: CommandFacts
  limits: ManualLimits
  errors: { code: string; meaning: string; status: number }[]
  /** True if the viewer already has an API token. */
  hasToken: boolean
}

/** The whole API on one page, with commands for this instance to copy. */
export function developersPage(pageView: SiteView, manual: Manual): Html {
  const view = inEnglish(pageView)
  const { name } = view
  const texts = view.messages.developers.guide
  const sections = [
    ...findSections(view, commandsFor(manual.commands)),
    discoverSection(view, commandsFor(manual.commands)),
    { id: 'picker', title: view.messages.developers.picker.title, body: pickerSection(view) },
    ...makeSections(view, manual),
    {
      id: 'webhooks',
      title: view.messages.webhooks.title,
      body: webhookSection(view, manual.commands.gif),
    },
    collectionsSection(view, commandsFor(manual.commands)),
    ...referenceSections(view, manual),
    embedSection(view, manual.commands),
  ]
  return manualPage(pageView, {
    head: pickerScript(view),
    title: texts.title,
    description: texts.description(name),
    heading: texts.heading(name),
    intro: [texts.intro, view.accountNeeded ? texts.needsToken : texts.needsNoToken, texts.start].join(' '),
    actions: [
      { path: '/api/docs', text: texts.tryIt },
      { path: '/api/openapi.json', text: texts.openApi },
      { path: '/developers/use-it-in', text: texts.useItIn },
    ],
    sections,
  })
}

function findSections(
  view: SiteView,
  { search, searchLink, one, random, categories }: Commands,
): ManualSection[] {
  const texts = view.messages.developers
  return [
    {
      id: 'find',
      title: texts.find.title,
      body: html`<p>${withCode(texts.find.text)}</p>
        ${codeExample(view, search)}
        <p>${texts.find.asLink}</p>
        ${codeExample(view, searchLink)}`,
    },
    {
      id: 'get',
      title: texts.get.title,
      body: html`<p>${withCode(texts.get.text)}</p>
        ${codeExample(view, one)}`,
    },
    {
      id: 'random',
      title: texts.random.title,
      body: html`<p>${withCode(texts.random.text)}</p>
        ${codeExample(view, random)}`,
    },
    {
      id: 'categories',
      title: texts.categories.title,
      body: html`<p>${withCode(texts.categories.text)}</p>
        ${codeExample(view, categories)}`,
    },
  ]
}

function discoverSection(view: SiteView, commands: Commands): ManualSection {
  const texts = view.messages.developers.discover
  return {
    id: 'discover',
    title: texts.title,
    body: html`<h3>${texts.trending}</h3>
      <p>${withCode(texts.trendingText)}</p>
      ${codeExample(view, commands.trending)}
      <h3>${texts.use}</h3>
      <p>${withCode(texts.useText)}</p>
      ${codeExample(view, commands.use)}
      <h3>${texts.suggest}</h3>
      <p>${withCode(texts.suggestText)}</p>
      ${codeExample(view, commands.suggest)}
      <h3>${texts.searches}</h3>
      <p>${withCode(texts.searchesText)}</p>
      ${codeExample(view, commands.trendingSearches)}
      <h3>${texts.related}</h3>
      <p>${withCode(texts.relatedText)}</p>
      ${codeExample(view, commands.related)}`,
  }
}

function makeSections(view: SiteView, { commands: facts, limits }: Manual): ManualSection[] {
  const texts = view.messages.developers
  const { fromVideo, fromAddress, fromPictures, change, fitted, captioned, status, events } =
    commandsFor(facts)
  return [
    {
      id: 'make',
      title: texts.make.title,
      body: html`<p>${withCode(texts.make.text)}</p>
        <h3>${texts.make.fromVideo}</h3>
        ${codeExample(view, fromVideo)}
        <h3>${texts.make.fromLink}</h3>
        <p>${texts.make.fromLinkText}</p>
        ${codeExample(view, fromAddress)}
        <h3>${texts.make.fromPictures}</h3>
        <p>${withCode(texts.make.fromPicturesText)}</p>
        ${codeExample(view, fromPictures)}
        <h3>${texts.make.more}</h3>
        <ul class="points">
          ${texts.make.values.map((text) => html`<li>${withCode(text)}</li>`)}
        </ul>
        <h3>${texts.make.change}</h3>
        <p>${withCode(texts.make.changeText)}</p>
        ${codeExample(view, change)}`,
    },
    {
      id: 'options',
      title: texts.options.title,
      body: html`<p>${texts.options.text}</p>
        ${optionTable(limits.creation)}
        <p>${texts.options.example}</p>
        ${codeExample(view, fitted)}
        <p>${withCode(texts.options.autoLoop)}</p>
        <h3>${texts.layers.title}</h3>
        <p>${withCode(texts.layers.text)}</p>
        <ul class="points">
          ${texts.layers.kinds(fontIds, limits.creation.layers).map((text) => html`<li>${withCode(text)}</li>`)}
        </ul>
        ${codeExample(view, captioned)}
        <p>
          ${texts.layers.fonts}
          <a href="${view.links.path(`${layerFolder}licenses.txt`)}">${texts.layers.licenses}</a>
        </p>`,
    },
    {
      id: 'status',
      title: texts.status.title,
      body: html`<p>${withCode(texts.status.text)}</p>
        ${codeExample(view, status)}
        <p>${withCode(texts.status.events)}</p>
        ${codeExample(view, events)}
        <p>${withCode(texts.status.page(view.links.absolute('/')))}</p>`,
    },
    {
      id: 'javascript',
      title: texts.javascript.title,
      body: html`<p>${texts.javascript.text}</p>
        ${codeExample(view, { name: texts.javascript.example, command: fetchExample(facts) })}`,
    },
  ]
}

function collectionsSection(view: SiteView, commands: Commands): ManualSection {
  const texts = view.messages.developers.collections
  const frame = `<iframe src="${view.links.absolute('/c/COLLECTION/embed')}" width="640" height="480" title="GIFs" loading="lazy"></iframe>`
  return {
    id: 'collections',
    title: texts.title,
    body: html`<p>${withCode(texts.text)}</p>
      ${codeExample(view, commands.favorite)}
      <p>${withCode(texts.collections)}</p>
      ${codeExample(view, commands.createCollection)} ${codeExample(view, commands.collect)}
      <p>${texts.read}</p>
      ${codeExample(view, commands.collection)} ${codeExample(view, { name: texts.frame, command: frame })}`,
  }
}

function referenceSections(view: SiteView, { hasToken, limits, errors }: Manual): ManualSection[] {
  const texts = view.messages.developers
  return [
    {
      id: 'tokens',
      title: texts.tokens.title,
      body: html`<p>
          ${withCode(texts.tokens.text)} ${view.accountNeeded ? texts.tokens.needed : texts.tokens.optional}
          ${texts.tokens.invalid}
        </p>
        <p>${tokenAdvice(view, hasToken)}</p>`,
    },
    {
      id: 'errors',
      title: texts.errors.title,
      body: html`<p>${withCode(texts.errors.text)}</p>
        ${codeExample(view, { name: texts.errors.example, command: `curl ${view.links.absolute('/api/find')} -d limit=10`, answer: missing })}
        ${errorTable(view, errors)}`,
    },
    {
      id: 'limits',
      title: texts.limits.title,
      body: limitTable(limits),
    },
  ]
}

const missing = {
  status: 'error',
  error: { code: 'missing_value', message: 'At least one of `q` and `category` must be set.', field: 'q' },
}

function tokenAdvice({ links, signUpOpen, viewer, messages }: SiteView, hasToken: boolean): HtmlValue {
  const texts = messages.developers.tokens
  if (hasToken) return texts.yours(links.path('/settings'))
  if (viewer.account !== null) return texts.createFirst(links.path('/settings'))
  const signIn = links.signIn('/developers')
  return signUpOpen ? texts.signInOrUp(signIn, links.path('/signup')) : texts.signIn(signIn)
}

function errorTable({ messages }: SiteView, errors: Manual['errors']): Html {
  const texts = messages.developers.errors
  return html`<table class="table codes" role="table">
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">${texts.code}</th>
        <th role="columnheader" scope="col">${texts.status}</th>
        <th role="columnheader" scope="col">${texts.meaning}</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${errors.map(
        ({ code, status, meaning }) =>
          html`<tr role="row">
            <td role="cell"><code>${code}</code></td>
            <td role="cell">${status}</td>
            <td role="cell">${meaning}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function embedSection(view: SiteView, facts: CommandFacts): ManualSection {
  const texts = view.messages.developers.embed
  const { oembed } = commandsFor(facts)
  const frame = [
    `<iframe src="${view.links.absolute(`/embed/${facts.gif.code}`)}"`,
    `  width="480" height="270" title="A GIF" loading="lazy" allowfullscreen></iframe>`,
  ].join('\n')
  return {
    id: 'embed',
    title: texts.title,
    body: html`<p>${texts.text}</p>
      ${codeExample(view, { name: texts.frame, command: frame })}
      <p>${withCode(texts.oembed)}</p>
      ${codeExample(view, oembed)}`,
  }
}
