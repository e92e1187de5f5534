import { formatLimit } from '../messages/en/format.ts'
import { maxTags, maxTagLength, maxTitleLength } from '../../options/rules/title-and-tags.ts'
import type { CreationLimits } from '../../creation/limits.ts'
import { minPictures, pictureOptions } from '../../options/picture-options.ts'
import type { Rates } from '../../http/plugins/rate-limits.ts'
import type { UploadLimits } from '../../http/plugins/request-bodies.ts'
import { type Html, html } from '../../lib/html.ts'

export type ManualLimits = {
  creation: CreationLimits
  /** Null if calls are not limited. */
  uploads: UploadLimits
  rates: Rates | null
}

const { delayMs, width } = pictureOptions

const whole = new Intl.NumberFormat('en')

/** The limits of this instance. */
export function limitTable({ creation, uploads, rates }: ManualLimits): Html {
  const rows = [
    ['A clip of a video', `${creation.maxClipSeconds} seconds`],
    ['How long its GIF plays', `${creation.maxClipSeconds} seconds`],
    ['One upload', formatLimit(uploads.maxUploadBytes)],
    ['One picture', formatLimit(uploads.maxPictureBytes)],
    ['Pictures of one GIF', `${minPictures} to ${whole.format(creation.maxPictures)}`],
    ['Time of a picture', `${delayMs.min} to ${delayMs.max} ms. Default: ${delayMs.default}`],
    ['Width and height from pictures', `${width.min} to ${width.max} pixels`],
    ['Title', `1 to ${maxTitleLength} characters`],
    ['Tags', `${maxTags} of at most ${maxTagLength} characters each`],
    ['Results of one search', '25 if left out, at most 100'],
    ['A task is remembered', '7 days'],
    ['Tasks waiting, of everyone', whole.format(creation.maxWaitingTasks)],
    ['Of these, yours', waitingOf(creation)],
    ['Calls that make a GIF', rateOf(rates?.creationsPerMinute, rates?.accountCreationsPerMinute)],
    ['Searches', rateOf(rates?.searchesPerMinute, rates?.accountSearchesPerMinute)],
    ['All other calls', rateOf(rates?.readsPerMinute, rates?.accountReadsPerMinute)],
  ]
  return html`<table class="table">
    <tbody>
      ${rows.map(
        ([name, value]) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td>${value}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function waitingOf({ maxWaitingOfClient, maxWaitingTasks }: CreationLimits): string {
  return whole.format(Math.min(maxWaitingOfClient, maxWaitingTasks))
}

function rateOf(ofAddress: number | undefined, ofAccount: number | undefined): string {
  if (ofAddress === undefined || ofAccount === undefined) return 'Not limited'
  const [address, account] = [whole.format(ofAddress), whole.format(ofAccount)]
  return `${address} a minute from one address; with a token ${account} for the account`
}
