import { type Html, html } from '../../lib/html.ts'
import { codeExample } from '../kit/page/code-example.ts'
import { layout } from '../kit/page/layout.ts'
import { inEnglish, type SiteView } from '../kit/page/site-view.ts'
import { withCode } from './api-schema.ts'

/** The page that lists the address to set in other apps and libraries. */
export function useItInPage(pageView: SiteView): Html {
  const view = inEnglish(pageView)
  const { links, name } = view
  const texts = view.messages.useItIn
  const addresses = { tenor: links.absolute('/v2'), giphy: links.absolute('/v1'), origin: links.absolute('') }
  const sections = [
    { id: 'addresses', title: texts.addresses.title, body: addressSection(view, addresses) },
    {
      id: 'libraries',
      title: texts.libraries.title,
      body: html`<p>${texts.proofHint}</p>
        ${texts.libraryList(addresses).map((entry) => entrySection(view, entry))}`,
    },
    {
      id: 'apps',
      title: texts.apps.title,
      body: html`<p>${texts.apps.text}</p>
        ${texts.appList(addresses).map((entry) => entrySection(view, entry))}`,
    },
    {
      id: 'closed',
      title: texts.closed.title,
      body: html`<p>${texts.closed.text}</p>
        <p>
          ${texts.closed.picker} <a href="${links.path('/developers')}#picker">${texts.closed.pickerLink}</a>
        </p>`,
    },
    {
      id: 'keys',
      title: texts.keys.title,
      body: html`<ul class="points">
        ${texts.keys.points.map((point) => html`<li>${withCode(point)}</li>`)}
      </ul>`,
    },
  ]
  return layout(pageView, {
    isEnglish: true,
    feature: 'developers',
    title: texts.title,
    description: texts.description(name),
    main: html`<div class="manual">
      <header class="manual__head">
        <h1>${texts.title}</h1>
        <p>${texts.intro(name)}</p>
        <div class="actions">
          <a class="button" href="${links.path('/developers')}">${texts.guide}</a>
        </div>
      </header>
      <nav class="manual__contents" aria-label="${view.messages.developers.guide.contents}">
        <ul>
          ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
        </ul>
      </nav>
      <div class="manual__body">
        ${sections.map(
          ({ id, title, body }) =>
            html`<section id="${id}" aria-labelledby="${id}-title">
              <h2 id="${id}-title">${title}</h2>
              ${body}
            </section>`,
        )}
      </div>
    </div>`,
  })
}

function addressSection(view: SiteView, { tenor, giphy }: { tenor: string; giphy: string }): Html {
  const texts = view.messages.useItIn.addresses
  const { links } = view
  return html`<p>${texts.text}</p>
    <h3>${texts.tenor}</h3>
    ${codeExample(view, { name: texts.tenor, command: tenor })}
    <h3>${texts.giphy}</h3>
    ${codeExample(view, { name: texts.giphy, command: giphy })}
    <p>
      ${withCode(texts.prefixed(links.absolute('/compat/tenor/v2'), links.absolute('/compat/giphy/v1')))}
    </p>`
}

type Entry = ReturnType<SiteView['messages']['useItIn']['appList']>[number]

function entrySection(view: SiteView, { name, text, code, proof }: Entry): Html {
  return html`<div class="app">
    <h3>
      ${name}
      <span class="badge${proof === 'tested' && ' badge--honey'}"
        >${view.messages.useItIn.proofs[proof]}</span
      >
    </h3>
    <p>${withCode(text)}</p>
    ${code !== undefined && codeExample(view, { name, command: code })}
  </div>`
}
