import { AppError } from '../../lib/app-error.ts'
import { formOptions, labelMessage } from '../../options/form-options.ts'
import { mustBeInForm } from '../../options/must-be.ts'
import { formNameOf, type OptionLimits } from '../../options/option.ts'

/** The labels of the form by the names of the API, where a value is no option. */
const detailLabels: Record<string, string> = {
  title: 'Title',
  category: 'Category',
  'tags[]': 'Tags',
  private: 'Private',
  watermark_type: 'No watermark',
  url: 'Video link',
  video: 'Video file',
  'pictures[]': 'Pictures',
}

const sentences: Record<string, string> = {
  'missing_value video': 'Choose a video file.',
  'missing_value pictures[]': 'Choose at least two pictures.',
  'missing_value title': 'Enter a title.',
  'missing_value url': 'Enter a video link.',
  'missing_value start': 'Enter where the clip starts.',
  'missing_value end': 'Enter where the clip ends.',
  'missing_value category': 'Choose a category.',
  'unauthorized private': 'Sign in to keep a GIF private.',
  'unauthorized watermark_type': 'Sign in with a Premium account to remove the watermark.',
}

/** An error of the API for the person at the form: it names fields by their labels. */
export function errorForForm(error: AppError, limits: OptionLimits): AppError {
  const { code, field, message } = error
  const sentence =
    sentences[`${code} ${field ?? ''}`] ??
    optionSentence(error, limits) ??
    labelMessage(message, (name) => detailLabels[name])
  return new AppError(code, sentence, field === undefined ? {} : { field })
}

function optionSentence({ field, message }: AppError, limits: OptionLimits): string | null {
  const option = formOptions.find((option) => formNameOf(option) === field)
  if (option === undefined || !message.startsWith(`\`${field}\` must be `)) return null
  return `${option.label} must be ${mustBeInForm(option, limits)}.`
}

const ordinalEnds: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

/** 1st, 2nd, 11th. */
export function formatOrdinal(place: number): string {
  return `${place}${ordinalEnds[ordinals.select(place)] ?? 'th'}`
}
