import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type Category, slug } from '../../catalogue/category.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { categoriesPage, categoryNameLength, categoryPage } from './categories-page.ts'
import { redirectWith } from './admin-page.ts'
import { english } from '../messages/en/messages.ts'
import { type Typed, typedText } from '../kit/requests/post-form.ts'
import { readText, readPathId } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { adminChange } from './admin-change.ts'

const path = '/admin/categories'
const name = Type.String({ maxLength: categoryNameLength })
const values = Type.Object({ name, code: Type.Optional(name) })

/** GET /admin/categories, and the forms to add, rename, reorder and remove categories. */
export function categoryRoutes(scope: FastifyInstance, site: Site): void {
  const { catalogue, view } = site
  scope.get(path, { schema: { hide: true } }, async (request, reply) => {
    const done = readText(request.query, 'done')
    const categories = await catalogue.listCategories()
    return sendPage(request, reply, categoriesPage(view(request), { categories, done }))
  })
  scope.get(`${path}/:id`, { schema: { hide: true } }, async (request, reply) =>
    sendPage(request, reply, categoryPage(view(request), { category: await categoryOf(site, request) })),
  )
  listChanges(scope, site)
  categoryChangeRoutes(scope, site)
}

function listChanges(scope: FastifyInstance, site: Site): void {
  const { catalogue, view } = site
  const listAgain = async (typed: Typed, error: AppError, request: FastifyRequest) => {
    const categories = await catalogue.listCategories()
    return categoriesPage(view(request), { categories, typed: typedCategory(typed), error })
  }
  adminChange(scope, site, path, {
    values,
    action: 'add category',
    async handle(given) {
      const added = await catalogue.addCategory(named(given))
      return { about: { category: added.id, code: added.code }, to: redirectWith('added', path) }
    },
    rerender: listAgain,
  })
  adminChange(scope, site, `${path}/:id/move`, {
    values: Type.Object({ place: Type.Integer({ minimum: 1, maximum: 100_000 }) }),
    action: 'move category',
    async handle({ place }, request) {
      const { id } = await categoryOf(site, request)
      await catalogue.moveCategory(id, place)
      return { about: { category: id, place }, to: `${redirectWith('moved', path)}#category-${id}` }
    },
  })
}

function categoryChangeRoutes(scope: FastifyInstance, site: Site): void {
  const { catalogue, view } = site
  const pageAgain = async (typed: Typed, error: AppError, request: FastifyRequest): Promise<Html> => {
    const category = await categoryOf(site, request)
    const shown = 'name' in typed ? { typed: typedCategory(typed) } : {}
    return categoryPage(view(request), { category, error, ...shown })
  }
  adminChange(scope, site, `${path}/:id`, {
    values,
    action: 'rename category',
    async handle(given, request) {
      const { id } = await categoryOf(site, request)
      const change = named(given)
      await catalogue.renameCategory(id, change)
      return { about: { category: id, ...change }, to: redirectWith('renamed', path) }
    },
    rerender: pageAgain,
  })
  adminChange(scope, site, `${path}/:id/remove`, {
    values: Type.Object({}),
    action: 'remove category',
    async handle(_given, request) {
      const { id, code } = await categoryOf(site, request)
      await catalogue.removeCategory(id)
      return { about: { category: id, code }, to: redirectWith('emptied', path) }
    },
    rerender: pageAgain,
  })
}

function named({ name, code = '' }: { name: string; code?: string }): { name: string; code: string } {
  return { name, code: code.trim() === '' ? slug(name) : code.trim() }
}

function typedCategory(typed: Typed): { name: string; code: string } {
  return { name: typedText(typed, 'name'), code: typedText(typed, 'code') }
}

async function categoryOf({ catalogue }: Site, request: FastifyRequest): Promise<Category> {
  const category = await catalogue.categoryById(readPathId(request, 'id'))
  if (category === undefined) throw new AppError('not_found', english.admin.categories.notFound)
  return category
}
