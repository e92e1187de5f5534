import { type Html, type HtmlValue, html } from '../../lib/html.ts'

export type PanelName = 'trim' | 'frames' | 'crop' | 'captions' | 'speed' | 'quality' | 'details'

export type OptionGroup = {
  name: PanelName
  title: string
  body: HtmlValue
  /** The sources that it is for; it is shown for every source without it. */
  sources?: string
  /** More attributes of the element. */
  attributes?: Html
  /** Beside the title: what is chosen. */
  state?: HtmlValue
}

/** A group of options. All are open in a plain form; with script only the first ones are, and those with an error. */
export function optionGroup({ name, title, body, sources, attributes, state }: OptionGroup): Html {
  return html`<details
    class="group"
    data-panel="${name}"
    ${sources !== undefined && html` data-for="${sources}"`}
    ${attributes}
    open
  >
    <summary class="group__title"><span>${title}</span> <span class="group__state">${state}</span></summary>
    <div class="group__body">${body}</div>
  </details>`
}
