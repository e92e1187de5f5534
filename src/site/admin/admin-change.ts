import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static, type TObject } from 'typebox'
import type { Html } from '../../lib/html.ts'
import { type PostForm, postForm } from '../kit/requests/post-form.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { accountOf } from '../kit/requests/viewer-of-session.ts'

/** The list one came from, as the query of its address. */
export const backValues = Type.Object({ back: Type.Optional(Type.String({ maxLength: 500 })) })

export type AdminChange<T extends TObject> = Pick<PostForm<T>, 'values' | 'config'> & {
  /** What the log calls it. */
  action: string
  /** Does it. Gives what the log should name, and the path to go to or a page to show. Throws AppError. */
  take: (values: Static<T>, request: FastifyRequest) => Promise<ChangeDone>
  again?: PostForm<T>['again']
}

export type ChangeDone = { about: Record<string, string | number | boolean> } & (
  | { to: string }
  | { page: Html }
)

/** A form of the operator's pages: every change on them goes through here, and is logged. */
export function adminChange<T extends TObject>(
  scope: FastifyInstance,
  site: Site,
  path: string,
  { values, config, action, take, again }: AdminChange<T>,
): void {
  postForm(scope, path, {
    values,
    ...(config !== undefined && { config }),
    ...(again !== undefined && { again }),
    async take(read, request, reply) {
      const done = await take(read, request)
      logChange(request, action, done.about)
      if ('page' in done) return sendPage(request, reply, done.page)
      return reply.redirect(site.view(request).links.path(done.to), 303)
    },
  })
}

/** Logs what an operator did, and who it was. */
export function logChange(request: FastifyRequest, action: string, about: ChangeDone['about']): void {
  request.log.info({ admin: accountOf(request).id, action, ...about }, 'an operator changed something')
}

/** A part of the path, by its name; '' when there is none. */
export function pathPart({ params }: FastifyRequest, name: string): string {
  const part: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined
  return typeof part === 'string' ? part : ''
}

/** The same as the number of a record; 0, which none has, when it is no such number. */
export function pathNumber(request: FastifyRequest, name: string): number {
  const part = pathPart(request, name)
  return /^[1-9]\d{0,14}$/.test(part) ? Number(part) : 0
}
