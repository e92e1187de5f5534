import { hashPassword } from '#src/accounts/passwords.ts'
import { startSession } from '#src/accounts/sessions.ts'
import { makeToken } from '#src/accounts/tokens.ts'
import { openStores } from '#src/app/stores.ts'
import { randomId } from '#src/lib/ids.ts'
import { newTask } from '../../contract/stores.ts'
import { publishGif } from '../../support/stores/gifs.ts'
import type { Target } from '../target.ts'
import type { World } from './requests.ts'
import type { Files, SentValue } from './values.ts'

const password = 'plum velvet anchor'

/**
 * Fills the catalogue a little and creates accounts; each call makes new ones, as a run may end or remove the old ones.
 */
export async function makeWorld(target: Pick<Target, 'url' | 'config'>, files: Files): Promise<World> {
  const stores = await openStores(target.config)
  try {
    const { accounts, sessions, catalogue, tasks } = stores
    const add = async (kind: { admin: boolean; premium: boolean }, passwordHash: string | null) => {
      const email = `${randomId(8).toLowerCase()}@example.org`
      const account = await accounts.add({ email, ...kind, passwordHash })
      const { token } = await makeToken(accounts, account.id, 'fuzz')
      const { key } = await startSession(sessions, account.id, 'Firefox on Linux')
      return {
        account,
        byToken: { authorization: `Bearer ${token}` },
        bySession: { cookie: `gifwright=${key}`, origin: target.url },
      }
    }
    // Some requests block, remove and sign out the accounts they name: the callers should last a while.
    const victims = [
      await add({ admin: false, premium: false }, null),
      await add({ admin: false, premium: true }, null),
    ]
    const plain = await add({ admin: false, premium: false }, await hashPassword(password))
    const premium = await add({ admin: false, premium: true }, null)
    const admin = await add({ admin: true, premium: true }, null)
    const ownerId = plain.account.id
    await endWaiting(stores.tasks)
    const gifs = [
      await publishGif(stores, { title: 'A cat & a dög <b>"jump"</b>' }),
      await publishGif(stores, { title: 'Private', visibility: 'private', ownerId }),
      await publishGif(stores, { title: 'Mine', ownerId }),
    ]
    const task = newTask({ ownerId })
    await tasks.submissions.add(task, 100_000)
    const categories = await catalogue.listCategories()
    const ids = categories.slice(0, 2).map(({ id }): SentValue => id)
    const numbers = victims.map(({ account }): SentValue => account.id)
    return {
      files,
      known: {
        code: gifs.map(({ code }) => code),
        task: [task.id],
        id: [...numbers, task.id],
        mediaId: gifs.map(({ mediaId }) => mediaId),
        file: ['gif.gif', 'video.mp4', 'thumb.jpg', 'main.js'],
        ...publicIds(gifs),
        category: [...ids, ...categories.slice(0, 2).map(({ code }) => code)],
        url: ['http://example.com/clip.mp4', `${target.url}/${gifs[0]?.code}`],
        start: [0, '0.5'],
        end: [1, '2.25'],
        width: [16, '64'],
        height: [16, '48'],
        crop: ['0,0,16,16', ' 4, 8,320,180'],
        email: [plain.account.email, 'new@example.org'],
        password: [password, 'wrong'],
        next: ['/mine', '//evil.example', 'https://evil.example/', '/\\evil.example'],
        source: ['video', 'url', 'pictures'],
      },
      visitors: [
        {},
        {},
        { origin: target.url },
        plain.byToken,
        premium.byToken,
        plain.bySession,
        plain.bySession,
        admin.bySession,
        { ...plain.bySession, accept: 'application/json' },
      ],
    }
  } finally {
    await stores.close()
  }
}

/** The ids of GIFs in the compatible interfaces. */
function publicIds(gifs: readonly { code: string; tenorId: string }[]): Record<string, SentValue[]> {
  const ids = gifs.flatMap(({ code, tenorId }): SentValue[] => [code, tenorId])
  return {
    ids: [ids.join(','), ...ids],
    gif_id: ids,
    analytics_response_payload: ids,
    action_type: ['SEEN', 'CLICK', 'SENT'],
    fields: ['id', 'id,images.original.url,title'],
    media_filter: ['gif,tinygif', 'minimal', 'mp4, webm'],
  }
}

const overdue = { code: 'media_broken', message: 'The file is damaged.' } as const

/** Tasks made by requests wait forever here, and would block those that are published. */
async function endWaiting(tasks: Awaited<ReturnType<typeof openStores>>['tasks']): Promise<void> {
  for (;;) {
    const claim = await tasks.claims.claim('fuzz', 60_000)
    if (claim === undefined) return
    await tasks.claims.fail(claim, overdue)
  }
}
