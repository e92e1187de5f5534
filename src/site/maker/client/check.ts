import { checkPictureOptions, checkVideoOptions } from './check-options.ts'
import { find, inputOf, numberIn } from './elements.ts'
import { delayMs, type Limits, minPictures, sidePixels } from './limits.ts'
import type { Problem } from './problems.ts'
import { tagsOf } from './tags.ts'
import { writeSize, writeSizeAbove } from './words.ts'

export type Source = 'empty' | 'video' | 'url' | 'pictures'

/** What is said of an address that is none. */
export const addressHelp = 'This is no address of a web page or file: it should begin with https://'

const mostTags = 20
const longestTag = 50

/** What the service would refuse, found before anything is sent. */
export function checkForm(
  form: HTMLFormElement,
  { source, files, limits }: { source: Source; files: readonly File[]; limits: Limits },
): Problem | null {
  if (source === 'empty') {
    return { message: 'Choose a video or pictures first, or paste an address.', field: 'video' }
  }
  const found = {
    video: () => checkClip(form, limits) ?? checkVideoOptions(form, limits),
    url: () => checkAddress(form) ?? checkClip(form, limits) ?? checkVideoOptions(form, limits),
    pictures: () =>
      checkPictures(files, limits) ?? checkFrames(form) ?? checkPictureOptions(form, files.length, limits),
  }[source]()
  return found ?? checkDetails(form, source)
}

/** An address as it is sent: with https:// where no scheme was typed. */
export function tidyAddress(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
}

/** Whether a text can be meant as an address. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text.trim()) && URL.canParse(text.trim())
}

function checkAddress(form: HTMLFormElement): Problem | null {
  const address = tidyAddress(inputOf(form, 'url').value)
  if (address === '') return { message: 'Type or paste the address of a video.', field: 'url' }
  if (isAddress(address)) return null
  return { message: addressHelp, field: 'url' }
}

function checkClip(form: HTMLFormElement, { maxClipSeconds }: Limits): Problem | null {
  const start = numberIn(inputOf(form, 'start'))
  const end = numberIn(inputOf(form, 'end'))
  if (start === null || start < 0)
    return { message: 'Say at which second the clip starts: 0 or more.', field: 'start' }
  if (end === null || end <= start) return { message: 'The end must be after the start.', field: 'end' }
  if (end - start > maxClipSeconds + 0.0005) {
    return {
      message: `A GIF may be ${maxClipSeconds} seconds long at most: choose an earlier end.`,
      field: 'end',
    }
  }
  return null
}

function checkPictures(files: readonly File[], limits: Limits): Problem | null {
  const field = 'pictures[]'
  if (files.length < minPictures) return { message: 'Add another picture: a GIF needs at least two.', field }
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes <= limits.maxUploadBytes) return null
  const message = `The pictures have ${writeSizeAbove(bytes, limits.maxUploadBytes)} together; ${writeSize(limits.maxUploadBytes)} is the most. Remove some, or make them smaller.`
  return { message, field }
}

function checkFrames(form: HTMLFormElement): Problem | null {
  const ranges = {
    delay: { name: 'time for each picture', ...delayMs },
    width: { name: 'width', ...sidePixels },
    height: { name: 'height', ...sidePixels },
  }
  for (const [field, { name, min, max }] of Object.entries(ranges)) {
    const value = numberIn(inputOf(form, field))
    if (value === null || !Number.isInteger(value) || value < min || value > max) {
      return { message: `The ${name} must be a whole number from ${min} to ${max}.`, field }
    }
  }
  return null
}

function checkDetails(form: HTMLFormElement, source: Source): Problem | null {
  return checkTitle(form, source) ?? checkCategory(form) ?? checkTags(form)
}

function checkTitle(form: HTMLFormElement, source: Source): Problem | null {
  if (source !== 'url' && inputOf(form, 'title').value.trim() === '') {
    return { message: 'Give the GIF a title.', field: 'title' }
  }
  return null
}

function checkCategory(form: HTMLFormElement): Problem | null {
  const { value } = find(form, 'select[name="category"]', HTMLSelectElement)
  return value === '' ? { message: 'Choose a category.', field: 'category' } : null
}

function checkTags(form: HTMLFormElement): Problem | null {
  const tags = tagsOf(inputOf(form, 'tags').value)
  if (tags.length > mostTags) {
    return { message: `These are ${tags.length} tags; ${mostTags} is the most.`, field: 'tags' }
  }
  const long = tags.find((tag) => [...tag].length > longestTag)
  if (long === undefined) return null
  return {
    message: `“${long.slice(0, 20)}…” is too long: a tag has ${longestTag} letters at most.`,
    field: 'tags',
  }
}
