import { type Html, html } from '../../lib/html.ts'
import { codeExample } from '../kit/page/code-example.ts'
import { manualPage } from './manual-page.ts'
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
  return manualPage(pageView, {
    title: texts.title,
    description: texts.description(name),
    heading: texts.title,
    intro: texts.intro(name),
    actions: [{ path: '/developers', text: texts.guide }],
    sections,
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
