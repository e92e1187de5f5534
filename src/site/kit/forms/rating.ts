import { type Gif, type Rating, ratings } from '../../../catalogue/gif.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'
import { choiceField } from './fields.ts'

/** The form value for a GIF without a rating. */
export const unrated = 'unrated'

/** The field to choose a rating. `value` is a rating or `unrated`. */
export function ratingField(
  { messages, defaultRating }: SiteView,
  { value, error }: { value: string; error: AppError | null },
): Html {
  const texts = messages.kit.rating
  return choiceField({
    label: texts.label,
    name: 'rating',
    value,
    hint: texts.hint,
    options: [
      { value: unrated, label: texts.unrated(texts.names[defaultRating]) },
      ...ratings.map((rating) => ({ value: rating, label: texts.choices[rating] })),
    ],
    error,
  })
}

/** Buttons for operators to rate a GIF; the current rating is pressed. Each posts `rating`. */
export function ratingButtons(
  { links, messages }: SiteView,
  gif: Gif,
  { path, values = {} }: { path: string; values?: Record<string, string> },
): Html {
  const texts = messages.kit.rating
  const button = (value: Rating | typeof unrated, name: string, meaning: string) =>
    html`<button
      class="button"
      type="submit"
      name="rating"
      value="${value}"
      title="${meaning}"
      aria-pressed="${value === gif.rating ? 'true' : 'false'}"
    >
      ${name}
    </button>`
  return html`<form method="post" action="${links.path(path)}">
    ${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <div class="actions rating-buttons" role="group" aria-label="${texts.ofGif(gif.title)}">
      ${ratings.map((rating) => button(rating, texts.names[rating], texts.choices[rating]))}
      ${gif.rating !== null && button(unrated, texts.clear, texts.clearHint)}
    </div>
  </form>`
}

/** Converts the rating of a form to its stored value. Throws AppError invalid_value. */
export function readRatingChoice(text: string): Rating | null {
  if (text === unrated) return null
  const rating = ratings.find((known) => known === text)
  if (rating !== undefined) return rating
  const message = `\`rating\` must be ${[unrated, ...ratings].join(' or ')}.`
  throw new AppError('invalid_value', message, { field: 'rating' })
}
