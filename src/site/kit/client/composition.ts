/**
 * Whether a key belongs to an input method, which composes a word with it. Safari ends the composition before it tells
 * of the key that ended it, and marks that key by its code alone.
 */
export function isComposingKey({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}

/**
 * Whether the text of a field is unfinished, as an input method still composes it. The keyboards of touch screens
 * compose every word, letter by letter: there the text counts as it is.
 */
export function isUnfinished(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing && !matchMedia('(pointer: coarse)').matches
}
