import { DomUtils, parseDocument } from 'htmlparser2'

export type Page = Awaited<ReturnType<typeof pageOf>>

/** Loads a page like a browser without script, and examines it. */
export async function pageOf(address: string, init?: RequestInit) {
  const response = await fetch(address, init)
  const body = await response.text()
  const elements = (name: string) => DomUtils.getElementsByTagName(name, parseDocument(body))
  const wordsOf = (node: Parameters<typeof DomUtils.textContent>[0]) =>
    DomUtils.textContent(node).replace(/\s+/g, ' ').trim()
  return {
    status: response.status,
    headers: response.headers,
    body,
    elements,
    /** The text of an element. */
    wordsOf,
    /** Its exact text, including line breaks. */
    textOf: (node: Parameters<typeof DomUtils.textContent>[0]) => DomUtils.textContent(node),
    count: (name: string) => elements(name).length,
    /** The text of the first element of the name. */
    text: (name: string) => elements(name).slice(0, 1).map(wordsOf).join(''),
    all: (name: string, attribute: string) =>
      elements(name).flatMap(({ attribs }) => attribs[attribute] ?? []),
    link: (rel: string) => elements('a').find(({ attribs }) => attribs.rel === rel)?.attribs.href,
    /** The titles of the listed GIFs. */
    cards: () =>
      elements('span')
        .filter(({ attribs }) => attribs.class === 'card__title')
        .map(wordsOf),
  }
}
