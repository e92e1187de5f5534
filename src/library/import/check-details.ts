import type { ErrorText } from '../../lib/errors/error-text.ts'
import { maxUses, type Rating, ratings, type Visibility, visibilities } from '../../catalogue/gif.ts'
import { reservedWords } from '../../catalogue/reserved-words.ts'
import { checkAlt, checkTags, fitTitle } from '../../catalogue/title-and-tags.ts'
import { AppError } from '../../lib/app-error.ts'
import type { ImportDetails } from './import-item.ts'

/** What an imported GIF is called and whose it is, checked. */
export type ImportRecord = {
  title: string | null
  alt: string | null
  tags: string[]
  categoryId: number
  visibility: Visibility
  rating: Rating | null
  ownerId: number | null
  /** Milliseconds since 1970; null: now. */
  createdAt: number | null
  uses: number
  /** Wanted for it; null: any. */
  code: string | null
}

/** What a GIF gets that its source says nothing of. */
export type ImportDefaults = {
  /** Null: each has to have its own. */
  categoryId: number | null
  /** In addition to its own. */
  tags: readonly string[]
  visibility: Visibility
  rating: Rating | null
  ownerId: number | null
}

export type DetailLookups = {
  /** By code or name. */
  categoryId: (text: string) => Promise<number | undefined>
  /** By e-mail address. */
  ownerId: (email: string) => Promise<number | undefined>
  now: () => number
}

/** Finds categories by code, then by name. */
export function categoryFinder(
  categories: readonly { id: number; code: string; name: string }[],
): (text: string) => number | undefined {
  const byText = new Map<string, number>()
  for (const { id, name } of categories) byText.set(name.toLowerCase(), id)
  for (const { id, code } of categories) byText.set(code, id)
  return (text) => byText.get(text) ?? byText.get(text.toLowerCase())
}

const codeShape = /^[A-Za-z0-9]{1,64}$/
const maxQuoted = 100

/**
 * Checks what a source says of a GIF; only an operator's may say whose it is, how old, how often it was used and its code.
 * A title is cut to fit. Throws AppError invalid_value with what would be right.
 */
export async function checkDetails(
  details: ImportDetails,
  defaults: ImportDefaults,
  lookups: DetailLookups,
): Promise<ImportRecord> {
  const visibility = oneOf('visibility', visibilities, details.visibility) ?? defaults.visibility
  const ownerId = details.owner === undefined ? defaults.ownerId : await ownerOf(details.owner, lookups)
  if (visibility === 'private' && ownerId === null)
    throw invalid('visibility', { detail: 'privateNeedsOwner' })
  return {
    title: fitTitle(details.title ?? ''),
    alt: details.alt === undefined ? null : checkAlt(details.alt),
    tags: checkTags([...(details.tags ?? []), ...defaults.tags]),
    categoryId: await categoryOf(details.category, defaults, lookups),
    visibility,
    rating: oneOf('rating', ratings, details.rating) ?? defaults.rating,
    ownerId,
    createdAt: checkTime(details.createdAt, lookups.now()),
    uses: checkUses(details.uses),
    code: checkCode(details.code),
  }
}

async function ownerOf(email: string, lookups: DetailLookups): Promise<number> {
  const id = await lookups.ownerId(email)
  if (id !== undefined) return id
  throw invalid('owner', { detail: 'importNoAccount', email: quote(email) })
}

async function categoryOf(
  category: string | undefined,
  defaults: ImportDefaults,
  lookups: DetailLookups,
): Promise<number> {
  if (category === undefined) {
    if (defaults.categoryId !== null) return defaults.categoryId
    throw invalid('category', { detail: 'importNoCategory' })
  }
  const id = await lookups.categoryId(category)
  if (id !== undefined) return id
  throw invalid('category', { detail: 'importNoSuchCategory', category: quote(category) })
}

function oneOf<T extends string>(field: string, values: readonly T[], value: string | undefined): T | null {
  if (value === undefined) return null
  const found = values.find((one) => one === value)
  if (found !== undefined) return found
  throw invalid(field, { detail: 'importOneOf', field, values: values.join(', ') })
}

function checkTime(createdAt: number | undefined, now: number): number | null {
  if (createdAt === undefined) return null
  if (Number.isFinite(createdAt) && createdAt >= 0 && createdAt <= now) return Math.round(createdAt)
  throw invalid('created_at', { detail: 'importCreatedAt' })
}

function checkUses(uses: number | undefined): number {
  if (uses === undefined) return 0
  if (Number.isInteger(uses) && uses >= 0 && uses <= maxUses) return uses
  throw invalid('uses', { detail: 'importUses', max: maxUses })
}

function checkCode(code: string | undefined): string | null {
  if (code === undefined) return null
  if (!codeShape.test(code)) throw invalid('code', { detail: 'importCode' })
  return reservedWords.has(code.toLowerCase()) ? null : code
}

function invalid(field: string, text: ErrorText): AppError {
  return new AppError('invalid_value', text, { field })
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, maxQuoted))
}
