/** A page of 100 cards with text from people. */
import { html } from '#src/lib/html.ts'
import { compare } from './compare.ts'

const gifs = Array.from({ length: 100 }, (_, index) => ({
  url: `/code${index}`,
  title: `A "cat" & <dog> ${index}`,
  tags: ['cat', 'dog', 'R&B'],
}))
const pages = 2000

/** Renders the page repeatedly; shows whether text was escaped. */
function rendering(page: () => string) {
  return {
    operations: pages,
    run: async () => {
      let last = ''
      for (let count = 0; count < pages; count++) last = page()
      return last.includes('<dog>') ? 'text is not escaped by default' : 'text is escaped by default'
    },
  }
}

await compare(import.meta.filename, 'a page', {
  'ours (lib/html.ts)': async () =>
    rendering(() =>
      html`<main>
        ${gifs.map(
          ({ url, title, tags }) =>
            html`<article class="card">
              <a href="${url}"><h2>${title}</h2></a>
              <ul>
                ${tags.map((tag) => html`<li>${tag}</li>`)}
              </ul>
            </article>`,
        )}
      </main>`.toString(),
    ),
  'preact-render-to-string': async (load) => {
    const { h } = await load('preact')
    const { render } = await load('preact-render-to-string')
    const card = ({ url, title, tags }: (typeof gifs)[number]) =>
      h('article', { class: 'card' }, [
        h('a', { href: url }, h('h2', null, title)),
        h(
          'ul',
          null,
          tags.map((tag) => h('li', null, tag)),
        ),
      ])
    return rendering(() => String(render(h('main', null, gifs.map(card)))))
  },
  '@kitajs/html': async (load) => {
    const { default: Html } = await load('@kitajs/html')
    const create = Html.createElement ?? Html.Html.createElement
    const card = ({ url, title, tags }: (typeof gifs)[number]) =>
      create('article', { class: 'card' }, [
        create('a', { href: url }, create('h2', null, title)),
        create(
          'ul',
          null,
          tags.map((tag) => create('li', null, tag)),
        ),
      ])
    return rendering(() => String(create('main', null, gifs.map(card))))
  },
})
