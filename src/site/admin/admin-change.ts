import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static, type TObject } from 'typebox'
import type { Html } from '../../lib/html.ts'
import { type PostForm, postForm } from '../kit/requests/post-form.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { type ChangeDetails, logAdminChange } from '../kit/requests/viewer.ts'

/** The query of the list that contains the form. */
export const backValues = Type.Object({ back: Type.Optional(Type.String({ maxLength: 500 })) })

export type AdminChange<T extends TObject> = Pick<PostForm<T>, 'values' | 'config'> & {
  /** The name of the change in the log. */
  action: string
  /** Makes the change. Returns the details to log, and a path to redirect to or a page to show. Throws AppError. */
  handle: (values: Static<T>, request: FastifyRequest) => Promise<ChangeDone>
  rerender?: PostForm<T>['rerender']
}

export type ChangeDone = { about: ChangeDetails } & ({ to: string } | { page: Html })

/** Registers a form of the operator's pages. All changes made there go through this function and are logged. */
export function adminChange<T extends TObject>(
  scope: FastifyInstance,
  site: Site,
  path: string,
  { values, config, action, handle, rerender }: AdminChange<T>,
): void {
  postForm(scope, path, {
    values,
    ...(config !== undefined && { config }),
    ...(rerender !== undefined && { rerender }),
    async handle(read, request, reply) {
      const done = await handle(read, request)
      logAdminChange(request, action, done.about)
      if ('page' in done) return sendPage(request, reply, done.page)
      return reply.redirect(site.view(request).links.path(done.to), 303)
    },
  })
}
