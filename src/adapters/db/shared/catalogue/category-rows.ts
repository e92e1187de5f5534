import type { Kysely } from 'kysely'
import type { Category } from '../../../../catalogue/category.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { cleanLine } from '../../../../lib/text/clean-text.ts'
import { isUniqueViolation } from '../dialect.ts'
import { logCategory } from './change-log.ts'
import type { PoolRating, Tables } from '../tables.ts'

/** The categories in the operator's order. */
export async function listCategories(db: Kysely<Tables>): Promise<Category[]> {
  const rows = await db
    .selectFrom('category')
    .select(['id', 'code', 'name'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(toCategory)
}

/** The categories with a GIF in a pool of these ratings. */
export async function listFilledCategories(
  db: Kysely<Tables>,
  ratings: readonly PoolRating[],
): Promise<Category[]> {
  const rows = await db
    .selectFrom('category')
    .select(['id', 'code', 'name'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('gif_pool')
          .select('size')
          .whereRef('category_id', '=', 'category.id')
          .where('rating', 'in', ratings)
          .where('size', '>', 0),
      ),
    )
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(toCategory)
}

/** Throws AppError invalid_value if the category does not exist (any more). */
export async function checkCategory(trx: Kysely<Tables>, id: number): Promise<void> {
  const category = await trx.selectFrom('category').select('id').where('id', '=', id).executeTakeFirst()
  if (category === undefined) {
    throw new AppError('invalid_value', { detail: 'categoryGone' }, { field: 'category' })
  }
}

/** Adds a category to the end of the list. Throws AppError invalid_value for a code that is taken or empty. */
export async function addCategory(
  trx: Kysely<Tables>,
  { name, code }: { name: string; code: string },
): Promise<Category> {
  const row = await uniquely(() =>
    trx
      .insertInto('category')
      .values((eb) => ({
        ...checked({ name, code }),
        position: eb
          .selectFrom('category')
          .select((last) =>
            last(last.fn.coalesce(last.fn.max('position'), last.lit(0)), '+', last.lit(1)).as('next'),
          ),
      }))
      .returning(['id', 'code', 'name'])
      .executeTakeFirstOrThrow(),
  )
  await logCategory(trx, row.id)
  return toCategory(row)
}

/** Renames a category. Throws AppError not_found for an unknown one, and invalid_value like `addCategory`. */
export async function renameCategory(
  trx: Kysely<Tables>,
  id: number,
  change: { name?: string; code?: string },
): Promise<void> {
  const before = await categoryOf(trx, id)
  const { name = before.name, code = before.code } = change
  await uniquely(() =>
    trx.updateTable('category').set(checked({ name, code })).where('id', '=', id).execute(),
  )
  await logCategory(trx, id)
}

/** Removes a category. Throws AppError not_found for an unknown one, and invalid_value while it contains GIFs. */
export async function removeCategory(trx: Kysely<Tables>, id: number): Promise<void> {
  await categoryOf(trx, id)
  const gif = await trx
    .selectFrom('gif')
    .select('id')
    .where('category_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (gif !== undefined) {
    throw new AppError('invalid_value', { detail: 'categoryNotEmpty' })
  }
  await trx.deleteFrom('category').where('id', '=', id).execute()
  await logCategory(trx, id)
}

/**
 * Moves a category. Throws AppError not_found for an unknown one, and invalid_value unless `place` is a whole number
 * from 1.
 */
export async function moveCategory(trx: Kysely<Tables>, id: number, place: number): Promise<void> {
  await categoryOf(trx, id)
  if (!Number.isInteger(place) || place < 1) {
    throw new AppError('invalid_value', { detail: 'categoryPlace' }, { field: 'place' })
  }
  const others = (await listCategories(trx))
    .filter((category) => category.id !== id)
    .map((category) => category.id)
  for (const [index, categoryId] of others.toSpliced(place - 1, 0, id).entries()) {
    await trx
      .updateTable('category')
      .set({ position: index + 1 })
      .where('id', '=', categoryId)
      .execute()
  }
  await logCategory(trx, id)
}

async function categoryOf(trx: Kysely<Tables>, id: number): Promise<Category> {
  const category = (await listCategories(trx)).find((one) => one.id === id)
  if (category === undefined) throw new AppError('not_found', { detail: 'noCategory' })
  return category
}

function checked({ name: given, code }: { name: string; code: string }): { name: string; code: string } {
  const name = cleanLine(given)
  if (name === '') throw new AppError('invalid_value', { detail: 'categoryNeedsName' }, { field: 'name' })
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(code)) {
    throw new AppError('invalid_value', { detail: 'categoryCodeShape' }, { field: 'code' })
  }
  return { name, code }
}

async function uniquely<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('invalid_value', { detail: 'categoryCodeTaken' }, { field: 'code', cause: error })
  }
}

/** Copies the values to a plain object, because rows of the database have no prototype. */
function toCategory({ id, code, name }: Category): Category {
  return { id, code, name }
}
