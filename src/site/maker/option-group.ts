import { type Html, type HtmlValue, html } from '../../lib/html.ts'

export type PanelName = 'trim' | 'frames' | 'crop' | 'captions' | 'speed' | 'quality' | 'details'

export type OptionGroup = {
  name: PanelName
  title: string
  /** In its place on a small screen, where the titles stand side by side. */
  shortTitle?: string
  body: HtmlValue
  /** The sources that it is for; it is shown for every source without it. */
  sources?: string
  /** More attributes of the element. */
  attributes?: Html
  /** Beside the title: what is chosen. */
  state?: HtmlValue
}

/**
 * A group of options. All are open in a plain form; with script only the first ones are, and those with an error. On a small
 * screen each is a button that opens a sheet: client/options/sheets.ts.
 */
export function optionGroup({
  name,
  title,
  shortTitle,
  body,
  sources,
  attributes,
  state,
}: OptionGroup): Html {
  return html`<details
    class="group"
    data-panel="${name}"
    ${sources !== undefined && html` data-for="${sources}"`}
    ${attributes}
    open
  >
    <summary class="group__title">
      <span class="group__name">${title}</span>
      ${shortTitle !== undefined && html`<span class="group__short">${shortTitle}</span>`}
      <span class="group__state">${state}</span>
    </summary>
    <div class="group__body">${body}</div>
  </details>`
}
