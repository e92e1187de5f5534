import { AppError } from '../../lib/app-error.ts'
import type { Language } from '../messages/languages.ts'
import { messagesOf } from '../messages/messages.ts'
import { translateSentence } from '../messages/translate-error.ts'
import { formOptions, labelMessage } from '../../options/form-options.ts'
import { maxOptionText, mustBe, mustBeInForm } from '../../options/must-be.ts'
import { formNameOf, type OptionLimits } from '../../options/option.ts'

/** An error of the API for the person at the form, in a language: it names fields by their labels. */
export function errorForForm(error: AppError, limits: OptionLimits, language: Language): AppError {
  const { code, field, message } = error
  const texts = messagesOf(language).maker
  const sentence =
    texts.errors[`${code} ${field ?? ''}`] ??
    labelMessage(
      translateSentence(optionSentence(error, limits) ?? message, language),
      (name) => texts.options.texts[name]?.label ?? texts.labels[name],
      language,
    )
  return new AppError(code, sentence, field === undefined ? {} : { field })
}

/** Returns the sentence about a value that is invalid or too long for an option, in the units of the form. */
function optionSentence({ field, message }: AppError, limits: OptionLimits): string | null {
  const option = formOptions.find((option) => formNameOf(option) === field)
  if (option === undefined) return null
  if (message === `\`${field}\` must be ${mustBe(option, limits)}.`)
    return `\`${field}\` must be ${mustBeInForm(option, limits)}.`
  if (message !== `\`${field}\` must have at most ${maxOptionText} characters.`) return null
  return `\`${field}\` must be ${mustBeInForm(option, limits)}, in at most ${maxOptionText} characters.`
}
