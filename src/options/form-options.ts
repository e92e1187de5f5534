import { clipOptions, windowOptions } from './clip-options.ts'
import { gifOptions } from './gif-options.ts'
import { formNameOf, type Option } from './option.ts'
import { pictureOptions } from './picture-options.ts'

/** The options of a GIF from a video, in the order of their checks. */
export const videoOptions = { ...clipOptions, ...gifOptions }

/** Every option of the maker's form. */
export const formOptions: readonly Option[] = [
  windowOptions,
  clipOptions,
  pictureOptions,
  gifOptions,
].flatMap((table) => Object.values<Option>(table))

/**
 * Replaces the names in backticks of a message with the labels of the form. `labelOf` returns the labels of the
 * language. Within an English sentence, a label begins with a lowercase letter.
 */
export function labelMessage(
  message: string,
  labelOf: (name: string) => string | undefined,
  language: string,
): string {
  return message.replaceAll(/`([^`]+)`/g, (_quoted, name: string, index: number) => {
    const own = formOptions.find((option) => formNameOf(option) === name)?.label
    const label = (language === 'en' ? (own ?? labelOf(name)) : (labelOf(name) ?? own)) ?? name
    if (index === 0 || language !== 'en') return label
    return label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
  })
}
