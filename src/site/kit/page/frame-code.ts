import { type Html, html } from '../../../lib/html.ts'

export type Frame = { src: string; title: string; width: number; height: number }

/** The code that shows a page of this site in a frame of another one: on one line, as it is pasted. */
export function frameCode({ src, title, width, height }: Frame): Html {
  const attributes = { src, title, width, height, frameborder: 0, loading: 'lazy', allowfullscreen: '' }
  return html`<iframe${Object.entries(attributes).map(([key, value]) => html` ${key}="${value}"`)}></iframe>`
}
