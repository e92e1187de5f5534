import { isLink } from '../../../kit/client/shared-source.ts'
import { makerTexts } from '#texts/maker.ts'
import { optionProblem } from '../../../../options/check-options.ts'
import { windowOptions } from '../../../../options/clip-options.ts'
import { videoOptions } from '../../../../options/form-options.ts'
import { gifOptions } from '../../../../options/gif-options.ts'
import type { Problem } from '../../../../options/option.ts'
import { minPictures, pictureOptions } from '../../../../options/picture-options.ts'
import { windowProblem } from '../../../../options/rules/gif-length.ts'
import { maxTagLength, maxTags, parseTags } from '../../../../options/rules/title-and-tags.ts'
import { inputOf } from '../elements.ts'
import { formatLimit } from '#texts/format.ts'
import { formatSizeAbove } from '../format.ts'
import { invalidOption, type Limits, readOptionValues } from '../options/option-inputs.ts'
import { labelFields } from './problems.ts'

export type Source = 'empty' | 'video' | 'url' | 'pictures'

/** Finds what the service would refuse, before anything is sent. */
export function checkForm(
  form: HTMLFormElement,
  {
    source,
    files,
    sent,
    limits,
    isKept,
  }: {
    source: Source
    files: readonly File[]
    /** Those of the files that the service does not have yet. */
    sent: readonly File[]
    limits: Limits
    isKept: boolean
  },
): Problem | null {
  if (source === 'empty') {
    return { message: makerTexts.source.none, field: 'video' }
  }
  const found = {
    video: () => (isKept ? null : checkVideo(form, limits)),
    url: () => checkLink(form) ?? (isKept ? null : checkVideo(form, limits)),
    pictures: () => checkPictures(form, files, sent, limits),
  }[source]()
  return (found && { ...found, message: labelFields(found.message) }) ?? checkTags(form)
}

/** A link as it is sent: with https:// where no scheme was typed. */
export function tidyLink(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
}

function checkLink(form: HTMLFormElement): Problem | null {
  const link = tidyLink(inputOf(form, 'url').value)
  if (link === '') return { message: makerTexts.source.noLink, field: 'url' }
  return isLink(link) ? null : { message: makerTexts.source.linkHelp, field: 'url' }
}

function checkVideo(form: HTMLFormElement, limits: Limits): Problem | null {
  const invalid = invalidOption(form, { ...windowOptions, ...videoOptions }, limits)
  if (invalid !== null) return invalid
  const window = readOptionValues(form, windowOptions, limits)
  const values = readOptionValues(form, videoOptions, limits)
  const clip = { seconds: window.endSeconds - window.startSeconds, speed: values.speed }
  return (
    windowProblem(window, limits.maxClipSeconds) ??
    optionProblem(videoOptions, values, { clip, pictures: null, limits })
  )
}

function checkPictures(
  form: HTMLFormElement,
  files: readonly File[],
  sent: readonly File[],
  limits: Limits,
): Problem | null {
  const field = 'pictures[]'
  if (files.length < minPictures) return { message: makerTexts.pictures.tooFew, field }
  const bytes = sent.reduce((sum, { size }) => sum + size, 0)
  if (bytes > limits.maxUploadBytes) {
    const [size, max] = [formatSizeAbove(bytes, limits.maxUploadBytes), formatLimit(limits.maxUploadBytes)]
    return { message: makerTexts.pictures.tooLarge(size, max), field }
  }
  const values = readOptionValues(form, gifOptions, limits)
  const context = { clip: null, pictures: files.length, limits }
  return (
    invalidOption(form, { ...pictureOptions, ...gifOptions }, limits) ??
    optionProblem(gifOptions, values, context)
  )
}

function checkTags(form: HTMLFormElement): Problem | null {
  const tags = parseTags(inputOf(form, 'tags').value)
  if (tags.length > maxTags) {
    return { message: makerTexts.details.tooManyTags(tags.length, maxTags), field: 'tags' }
  }
  const long = tags.find((tag) => [...tag].length > maxTagLength)
  if (long === undefined) return null
  const message = makerTexts.details.tagTooLong(long.slice(0, 20), maxTagLength)
  return { message, field: 'tags' }
}
