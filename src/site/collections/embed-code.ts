import type { Collection } from '../../collections/collection.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Links } from '../kit/page/links.ts'

/** What a frame of a collection is large. */
const size = { width: 640, height: 480 }

/** The code that shows a collection as a grid on another site, on one line, as it is pasted. */
export function embedCode(links: Links, { code, name }: Pick<Collection, 'code' | 'name'>): Html {
  const attributes = {
    src: links.absolute(`/c/${code}/embed`),
    title: name,
    ...size,
    frameborder: 0,
    loading: 'lazy',
    allowfullscreen: '',
  }
  return html`<iframe${Object.entries(attributes).map(([key, value]) => html` ${key}="${value}"`)}></iframe>`
}
