import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Viewer } from '../../accounts/account.ts'
import { maySee } from '../../catalogue/show-gif.ts'
import type { TaskRecord, TaskView } from '../../creation/task.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { type TaskRow, tasksPage } from './tasks-page.ts'
import { redirectWith } from './admin-page.ts'
import { noRetryReason } from './admin-task.ts'
import { english } from '../messages/en/messages.ts'
import { readPage, readText, readPathText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { adminChange, backValues } from './admin-change.ts'
import { listingOf } from '../kit/page/list-pages.ts'

const path = '/admin/tasks'
const pageSize = 20
const statuses = ['waiting', 'processing', 'done', 'error'] as const

/** GET /admin/tasks, and the form to retry a failed task. */
export function taskRoutes(scope: FastifyInstance, site: Site): void {
  scope.get(path, { schema: { hide: true } }, async (request, reply) =>
    sendPage(request, reply, await tasksOf(site, request, request.query)),
  )

  adminChange(scope, site, `${path}/:id/retry`, {
    values: backValues,
    action: 'retry task',
    async handle({ back }, request) {
      const id = readPathText(request, 'id')
      if (!(await site.tasks.records.retry(id))) throw await retryError(site, id)
      site.wakeWorker()
      return { about: { task: id }, to: redirectWith('retried', path, back) }
    },
    rerender: (typed, error, request) =>
      tasksOf(site, request, new URLSearchParams(String(typed.back)), error),
  })
}

async function retryError({ tasks }: Site, id: string): Promise<AppError> {
  const task = await tasks.submissions.read(id)
  if (task === undefined) return new AppError('not_found', english.admin.tasks.notFound)
  if (task.status !== 'error') return new AppError('invalid_value', english.admin.tasks.notFailed)
  return new AppError('invalid_value', noRetryReason(english, task))
}

async function tasksOf(site: Site, request: FastifyRequest, query: unknown, error?: AppError): Promise<Html> {
  const asked = query instanceof URLSearchParams ? Object.fromEntries(query) : query
  const status = readStatus(asked)
  const page = readPage(asked)
  const { total, tasks } = await site.tasks.records.list({
    status,
    start: (page - 1) * pageSize,
    limit: pageSize,
  })
  return tasksPage(site.view(request), {
    nowMs: site.clock.now(),
    status,
    total,
    rows: await withOwners(
      site,
      await Promise.all(tasks.map((task) => asSeenByOperator(site, task, request.viewer))),
    ),
    listing: listingOf(path, { status: status ?? '' }, page, total, pageSize),
    done: readText(asked, 'done'),
    ...(error !== undefined && { error }),
  })
}

function readStatus(query: unknown): TaskView['status'] | null {
  return statuses.find((status) => status === readText(query, 'status')) ?? null
}

/**
 * Hides the details of a GIF that became private after it was requested, as if it had been private from the start.
 */
async function asSeenByOperator({ catalogue }: Site, task: TaskRecord, viewer: Viewer): Promise<TaskRecord> {
  if (task.status !== 'done' || task.request.visibility === 'private') return task
  const gif = await catalogue.gifByCode(task.code)
  if (gif === undefined || (await maySee(catalogue, gif, viewer))) return task
  return { ...task, request: { ...task.request, visibility: 'private' } }
}

async function withOwners({ accounts }: Site, tasks: TaskRecord[]): Promise<TaskRow[]> {
  const emails = new Map<number | null, string>()
  for (const id of new Set(tasks.map(({ ownerId }) => ownerId))) {
    const owner = id === null ? undefined : await accounts.byId(id)
    if (owner !== undefined) emails.set(id, owner.email)
  }
  return tasks.map((task) => ({ task, owner: emails.get(task.ownerId) ?? null }))
}
