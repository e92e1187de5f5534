import { clipOptions } from '../../options/clip-options.ts'
import { gifOptions } from '../../options/gif-options.ts'
import { mustBe } from '../../options/must-be.ts'
import { defaultOf, type Option, type OptionLimits, rangeOf } from '../../options/option.ts'
import { type Html, html } from '../../lib/html.ts'

const number = new Intl.NumberFormat('en', { useGrouping: true })

/** The options of a GIF, in the numbers of this instance. */
export function optionTable(limits: OptionLimits): Html {
  const row = (option: Option, isForVideos: boolean) =>
    html`<tr>
      <td><code>${option.name}</code></td>
      <td>${option.description} ${valuesText(option, limits)}${isForVideos && ' Videos only.'}</td>
    </tr>`
  return html`<table class="table">
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">What it does</th>
      </tr>
    </thead>
    <tbody>
      ${Object.values(gifOptions).map((option) => row(option, false))}
      ${Object.values(clipOptions).map((option) => row(option, true))}
    </tbody>
  </table>`
}

/** Which values an option takes, and its default. */
function valuesText(option: Option, limits: OptionLimits): Html {
  const fallback = defaultOf(option, limits)
  if (option.type === 'flag') return html`1 turns it on.`
  if (option.type === 'crop') return html``
  const shownDefault = fallback !== null && html` Default: <code>${String(fallback)}</code>.`
  if (option.type === 'choice') return html`It is ${mustBe(option, limits)}.${shownDefault}`
  const { min, max } = rangeOf(option, limits)
  return html`From ${number.format(min)} to ${number.format(max)}.${shownDefault}`
}
