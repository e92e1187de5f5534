import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { compatOperations } from '../fuzz/requests/compat-operations.ts'
import { apiOperations, type Operation, siteOperations } from '../fuzz/requests/operations.ts'
import type { FullAccount } from './stores/full-account.ts'

/** A request that the full account or the operator may send. */
export type Call = {
  name: string
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  /** True if it takes effect only once, so that it is not measured again. */
  once: boolean
}

/** Values of pages and lists besides the defaults: a position far down. */
const deep: Record<string, string> = { page: '200', start: '9900', offset: '4900', pos: '4900', limit: '50' }

/** Sent last: later calls would find an empty account or none. */
const endings = [
  '/api/gif/{code}/favourite',
  '/api/collections/{code}',
  '/c/{code}/delete',
  '/mine/delete',
  '/import/{batch}/delete',
  '/settings/webhooks/{id}/remove',
  '/admin/accounts/{id}/remove',
]

/** Left out: they would end the sessions or rights used by the other calls, or change what all are measured with. */
const leftOut = new Set([
  '/settings/tokens/{id}/revoke',
  '/settings/sessions/end-others',
  '/logout',
  '/admin/accounts/{id}/unlink',
  '/admin/accounts/{id}/block',
  '/admin/accounts/{id}/password',
])

/**
 * Returns every call of the site, the API and the compatible interfaces, with values that reach the most rows of a full
 * account.
 */
export async function callsOf(full: FullAccount, siteUrl: string): Promise<Call[]> {
  const operations = [...(await siteOperations()), ...(await apiOperations()), ...(await compatOperations())]
  const used = operations.filter(({ method, path }) => method !== 'HEAD' && !leftOut.has(path))
  const rankOf = ({ method, path }: Operation) =>
    method === 'GET' ? -1 : method === 'DELETE' || endings.includes(path) ? endings.indexOf(path) + 1 : 0
  return used
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .flatMap((operation, index) => callsTo(operation, index, full, siteUrl))
}

function callsTo(operation: Operation, index: number, full: FullAccount, siteUrl: string): Call[] {
  const { method, path, query, body } = operation
  const isApi = path.startsWith('/api/')
  const who = path.startsWith('/admin') ? full.operatorCookie : full.cookie
  const headers: Record<string, string> = isApi
    ? { authorization: `Bearer ${full.token}` }
    : { cookie: who, origin: siteUrl }
  // Uses a different GIF for each, since some are removed.
  const address = addressOf(operation, full, full.codes[index % full.codes.length] ?? '')
  const call = (suffix: string, rest: Partial<Call>): Call => ({
    name: `${method} ${path}${suffix}`,
    method,
    path: address,
    headers,
    once: false,
    ...rest,
  })
  if (method === 'GET') {
    const asked = Object.keys(query).filter(
      (name) => name in deep || (name === 'q' && path !== '/admin/notices'),
    )
    const down = new URLSearchParams(
      asked.map((name): [string, string] => [name, name === 'q' ? 'frog' : (deep[name] ?? '')]),
    )
    return [call('', {}), ...(down.size > 0 ? [call(` ?${down}`, { path: `${address}?${down}` })] : [])]
  }
  const contentType = isApi ? 'application/json' : 'application/x-www-form-urlencoded'
  const sent = { ...headers, 'content-type': contentType }
  if (body === null) return [call('', { once: true })]
  const actions = body['action'] === undefined ? [null] : choicesOf(body['action'])
  return actions.map((action) => {
    const values = Object.keys(body).flatMap((name): [string, string][] =>
      name === 'action' ? [['action', action ?? '']] : valuesOf(name, full, path),
    )
    const text = isApi
      ? JSON.stringify(Object.fromEntries(values.map(([name, value]) => [name.replace('[]', ''), value])))
      : new URLSearchParams(values).toString()
    const isOnce = /delete|remove/.test(path) || action === 'delete'
    return call(action === null ? '' : ` ${action}`, { headers: sent, body: text, once: isOnce })
  })
}

function choicesOf(schema: object): string[] {
  const { enum: values, anyOf } = schema as { enum?: string[]; anyOf?: { const?: string }[] }
  return values ?? anyOf?.flatMap((one) => one.const ?? []) ?? ['x']
}

function addressOf({ method, path }: Operation, full: FullAccount, code: string): string {
  // Each collection is deleted once.
  const collection = full.collections[method === 'DELETE' ? 2 : path === '/c/{code}/delete' ? 3 : 0] ?? ''
  const ofCollection = /^\/(?:c|api\/collections|admin\/collections)\/\{code\}/.test(path)
  const ofCase = /^\/(?:mine\/decisions|admin\/notices)\/\{code\}/.test(path)
  const id = path.includes('/webhooks/')
    ? full.webhook
    : path.startsWith('/admin/accounts/')
      ? full.id
      : path.startsWith('/admin/tasks/')
        ? full.task
        : path.startsWith('/settings/sessions/')
          ? 100
          : 1
  return path
    .replace('{code}', ofCollection ? collection : ofCase ? full.decided : code)
    .replace('{batch}', full.batch)
    .replace('{task}', full.failedTask)
    .replace('{id}', String(id))
    .replace('{gif}', code)
    .replace('{mediaId}', full.mediaId)
    .replace('{file}', 'gif.gif')
    .replace(/\{(?:category|words|term|slug)\}/g, 'frog')
    .replaceAll(/\{\w+\}/g, 'x')
}

/** Returns the values of a field; an empty list leaves it out. */
function valuesOf(name: string, full: FullAccount, path: string): [string, string][] {
  switch (name) {
    case 'all':
      return [[name, '1']]
    case 'ids[]':
      return []
    case 'codes[]':
      return full.codes.slice(100, 124).map((code) => [name, code])
    case 'gifs[]':
      return full.reviewed.map((code) => [name, code])
    case 'tags[]':
    case 'files[]':
    case 'paths[]':
    case 'file':
    case 'picture':
    case 'password':
      return []
    case 'gif':
      return [[name, full.codes[150] ?? '']]
    case 'collection':
      return [[name, full.collections[1] ?? '']]
    case 'page':
    case 'place':
    case 'category':
      return [[name, '1']]
    case 'add_tags':
      return [[name, `tag ${path.length}`]]
    case 'visibility':
      // The visibility of GIFs that an operator has hidden cannot be changed.
      return path === '/import/{batch}' ? [] : [[name, 'unlisted']]
    case 'rating':
      return [[name, 'pg']]
    case 'publicGifs':
    case 'public_gifs':
      return [[name, 'keep']]
    case 'reason':
      return [[name, 'spam']]
    case 'published':
    case 'hidden':
    case 'favorite':
      return [[name, '1']]
    default:
      return [[name, 'frog']]
  }
}

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

/** Sends a request over its own connection and reads the answer to the end. */
export async function send(
  { method, path, headers, body }: Pick<Call, 'method' | 'path' | 'headers'> & { body?: string | Buffer },
  url: string,
): Promise<Answer> {
  const sent = request(url + path, { method, headers, agent: false })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) }
}
