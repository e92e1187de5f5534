import { AppError } from '../../lib/app-error.ts'
import { english } from '../messages/en/messages.ts'
import { formOptions, labelMessage } from '../../options/form-options.ts'
import { mustBe, mustBeInForm } from '../../options/must-be.ts'
import { formNameOf, type OptionLimits } from '../../options/option.ts'

const texts = english.maker

/** An error of the API for the person at the form: it names fields by their labels. */
export function errorForForm(error: AppError, limits: OptionLimits): AppError {
  const { code, field, message } = error
  const sentence =
    texts.errors[`${code} ${field ?? ''}`] ??
    optionSentence(error, limits) ??
    labelMessage(message, (name) => texts.labels[name])
  return new AppError(code, sentence, field === undefined ? {} : { field })
}

/** The sentence about a value that is none of an option, in the units of the form. */
function optionSentence({ field, message }: AppError, limits: OptionLimits): string | null {
  const option = formOptions.find((option) => formNameOf(option) === field)
  if (option === undefined || message !== `\`${field}\` must be ${mustBe(option, limits)}.`) return null
  return texts.options.mustBe(option.label, mustBeInForm(option, limits))
}
