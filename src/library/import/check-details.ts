import type { ErrorText } from '../../lib/errors/error-text.ts'
import { maxUses, type Rating, ratings, type Visibility, visibilities } from '../../catalogue/gif.ts'
import { reservedWords } from '../../catalogue/reserved-words.ts'
import { checkAlt, checkTags, fitTitle } from '../../catalogue/title-and-tags.ts'
import { AppError } from '../../lib/app-error.ts'
import type { ImportDetails } from './import-item.ts'

/** The checked details of an imported GIF. */
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
  /** The preferred code; null: any. */
  code: string | null
}

/** Values for details that a source does not give. */
export type ImportDefaults = {
  /** Null: each GIF needs its own. */
  categoryId: number | null
  /** Added to the GIF's own tags. */
  tags: readonly string[]
  visibility: Visibility
  rating: Rating | null
  ownerId: number | null
}

export type DetailLookups = {
  /** Finds a category by code or name. */
  categoryId: (text: string) => Promise<number | undefined>
  /** Finds an account by e-mail address. */
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
 * Checks a source's details of a GIF; only an operator's source may set its owner, age, number of uses and code. A long
 * title is cut. Throws AppError invalid_value with a message that says what is allowed.
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
