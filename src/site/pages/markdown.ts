import MarkdownIt, { type Token } from 'markdown-it'
import { type Html, html } from '../../lib/html.ts'

/*
 * The library only parses. The markup is generated here from a closed list of elements, by the template that escapes every
 * text, so neither HTML in the file nor a bug in the library can put any other element on the page.
 */
const parser = new MarkdownIt({ html: false, linkify: true })

export type RenderedPage = { title: string | null; body: Html }

/** Renders a Markdown text as a page. `title` is its first level-one heading, which `body` leaves out. */
export function renderMarkdown(text: string): RenderedPage {
  const blocks = treeOf(parser.parse(text, {}))
  const first = blocks.findIndex(({ token }) => token.type === 'heading_open' && token.tag === 'h1')
  const heading = blocks[first]
  return {
    title:
      heading === undefined
        ? null
        : plainTextOf(heading.children.flatMap(({ token }) => token.children ?? [])),
    body: html`${blocks.filter((_block, index) => index !== first).map(blockOf)}`,
  }
}

type Node = { token: Token; children: Node[] }

/** Builds a tree from the flat list of opening and closing tokens. */
function treeOf(tokens: readonly Token[]): Node[] {
  const root: Node[] = []
  const open: Node[][] = [root]
  for (const token of tokens) {
    if (token.nesting === -1) {
      if (open.length > 1) open.pop()
      continue
    }
    const node: Node = { token, children: [] }
    open.at(-1)?.push(node)
    if (token.nesting === 1) open.push(node.children)
  }
  return root
}

function blockOf({ token, children }: Node): Html {
  const inner = children.map(blockOf)
  switch (token.type) {
    case 'inline':
      return html`${treeOf(token.children ?? []).map(inlineOf)}`
    case 'paragraph_open':
      return token.hidden ? html`${inner}` : html`<p>${inner}</p> `
    case 'heading_open':
      // The page itself has the only level-one heading.
      return token.tag === 'h1' || token.tag === 'h2' ? html`<h2>${inner}</h2> ` : html`<h3>${inner}</h3> `
    case 'bullet_list_open':
      return html`<ul>
        ${inner}
      </ul> `
    case 'ordered_list_open':
      return html`<ol>
        ${inner}
      </ol> `
    case 'list_item_open':
      return html`<li>${inner}</li> `
    case 'blockquote_open':
      return html`<blockquote>${inner}</blockquote> `
    case 'code_block':
    case 'fence':
      return html`<pre><code>${token.content}</code></pre> `
    case 'hr':
      return html`<hr /> `
    case 'table_open':
      return html`<table>
        ${inner}
      </table> `
    case 'thead_open':
      return html`<thead>
        ${inner}
      </thead> `
    case 'tbody_open':
      return html`<tbody>
        ${inner}
      </tbody> `
    case 'tr_open':
      return html`<tr>
        ${inner}
      </tr> `
    case 'th_open':
      return html`<th>${inner}</th> `
    case 'td_open':
      return html`<td>${inner}</td> `
    default:
      return html`${token.content}${inner}`
  }
}

function inlineOf({ token, children }: Node): Html {
  const inner = children.map(inlineOf)
  switch (token.type) {
    case 'strong_open':
      return html`<strong>${inner}</strong>`
    case 'em_open':
      return html`<em>${inner}</em>`
    case 's_open':
      return html`<s>${inner}</s>`
    case 'code_inline':
      return html`<code>${token.content}</code>`
    case 'link_open': {
      const href = safeAddress(String(token.attrGet('href') ?? ''))
      return href === null ? html`${inner}` : html`<a href="${href}" rel="noopener nofollow">${inner}</a>`
    }
    case 'softbreak':
      return html``
    case 'hardbreak':
      return html`<br />`
    // Shows the text alternative: pictures would be loaded from other hosts.
    case 'image':
    default:
      return html`${token.content}${inner}`
  }
}

/** Returns web and mail addresses and paths of this site; null for all others. */
function safeAddress(address: string): string | null {
  if (/^(?:https?:\/\/|mailto:)/i.test(address)) return URL.canParse(address) ? address : null
  return /^(?:\/(?![/\\])|#)/.test(address) ? address : null
}

function plainTextOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ content }) => content)
    .join('')
    .trim()
}
