import { createHmac } from 'node:crypto'
import type { Viewer } from '../accounts/account.ts'
import { isVisitor } from '../catalogue/publishing/publishing-rules.ts'
import type { UnpublishedQuota } from '../catalogue/publishing/visitor-gif.ts'
import type { Client } from './task.ts'

/** The sender of a request. */
export type Requester = {
  viewer: Viewer
  /** The client's address as a key for counting: see lib/client-key.ts. */
  clientKey: string
}

export type ClientOf = (from: Requester) => Client

const nameLength = 22

/**
 * Names clients: accounts and apps by their identity, wherever they call from, and visitors by their address. The name
 * is keyed with the secret of the instance so that tasks do not reveal addresses.
 */
export function clientNamer({
  secret,
  maxWaiting,
  unpublished,
}: {
  secret: string
  maxWaiting: number
  /** The quota of unpublished GIFs per visitor; omitted: no limit. */
  unpublished?: UnpublishedQuota
}): ClientOf {
  return ({ viewer, clientKey }) => {
    const who = describe(viewer) ?? `address ${clientKey}`
    const name = createHmac('sha256', secret).update(`client ${who}`).digest('base64url')
    const client = { name: name.slice(0, nameLength), maxWaiting }
    return unpublished !== undefined && isVisitor(viewer) ? { ...client, unpublished } : client
  }
}

function describe({ account, app }: Viewer): string | null {
  if (account !== null) return `account ${account.id}`
  return app === undefined ? null : `app ${app.id}`
}
