import { DomUtils, parseDocument } from 'htmlparser2'

export type Page = Awaited<ReturnType<typeof pageOf>>

/** Loads a page as a browser without script would, and looks into it. */
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
    /** What an element says. */
    wordsOf,
    /** Its text as it stands, line breaks and all. */
    textOf: (node: Parameters<typeof DomUtils.textContent>[0]) => DomUtils.textContent(node),
    count: (name: string) => elements(name).length,
    /** What the first element of the name says. */
    text: (name: string) => elements(name).slice(0, 1).map(wordsOf).join(''),
    all: (name: string, attribute: string) =>
      elements(name).flatMap(({ attribs }) => attribs[attribute] ?? []),
    link: (rel: string) => elements('a').find(({ attribs }) => attribs.rel === rel)?.attribs.href,
    /** The titles of the GIFs that are listed. */
    cards: () =>
      elements('span')
        .filter(({ attribs }) => attribs.class === 'card__title')
        .map(wordsOf),
  }
}
