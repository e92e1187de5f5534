import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { findDuplicateGroups } from '../../catalogue/duplicates/duplicate-groups.ts'
import type { Gif } from '../../catalogue/gif.ts'
import { mergeGifs } from '../../catalogue/duplicates/merge-gifs.ts'
import type { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { readNumber, readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { adminChange, backValues } from './admin-change.ts'
import { redirectWith } from './admin-page.ts'
import { type Duplicate, duplicatesPage } from './duplicate-page.ts'

const path = '/admin/duplicates'

/** What one page shows, and how many GIFs are compared for it at most: 2 s among a million. */
const pageLimits = { maxGroups: 10, maxLooked: 4000 }

const gifIds = Type.String({ pattern: '^[0-9]{1,15}(,[0-9]{1,15}){1,99}$' })

/** GET /admin/duplicates, merging a group, and noting that its GIFs are no duplicates. */
export function duplicateRoutes(scope: FastifyInstance, site: Site): void {
  scope.get(path, { schema: { hide: true } }, async (request, reply) =>
    sendPage(request, reply, await renderDuplicates(site, request, request.query)),
  )

  adminChange(scope, site, `${path}/merge`, {
    values: Type.Object({
      gifs: gifIds,
      keep: Type.String({ pattern: '^[0-9]{1,15}$' }),
      ...backValues.properties,
    }),
    action: 'merge gifs',
    async handle({ gifs, keep, back }, request) {
      const { kept, merged } = await mergeGifs(site, Number(keep), idsIn(gifs), request.viewer)
      const about = { gif: kept.code, merged: merged.map(({ code }) => code).join(' ') }
      return { about, to: redirectWith('merged', path, back) }
    },
    rerender: (_typed, error, request) => renderDuplicates(site, request, {}, error),
  })

  adminChange(scope, site, `${path}/dismiss`, {
    values: Type.Object({ gifs: gifIds, ...backValues.properties }),
    action: 'dismiss duplicates',
    async handle({ gifs, back }) {
      await site.duplicates.dismiss(idsIn(gifs))
      return { about: { gifs }, to: redirectWith('dismissed', path, back) }
    },
    rerender: (_typed, error, request) => renderDuplicates(site, request, {}, error),
  })
}

function idsIn(text: string): number[] {
  return text.split(',').map(Number)
}

async function renderDuplicates(
  site: Site,
  request: FastifyRequest,
  query: unknown,
  error?: AppError,
): Promise<Html> {
  const below = readNumber(query, 'below', Infinity)
  const { groups, next } = await findDuplicateGroups(site, { below, ...pageLimits })
  return duplicatesPage(site.view(request), {
    groups: await readDuplicates(site, groups),
    below: Number.isFinite(below) ? below : null,
    next,
    done: readText(query, 'done'),
    ...(error !== undefined && { error }),
  })
}

/** The first of a group is the one that is offered to stay: the most used, then the largest, then the oldest. */
function pixelsOf({ width, height }: Gif): number {
  return width * height
}

/** The GIFs of groups; one that has become a single GIF meanwhile is left out. */
async function readDuplicates(
  { catalogue, duplicates, accounts }: Site,
  groups: number[][],
): Promise<Duplicate[][]> {
  const ids = groups.flat()
  const gifs = new Map((await catalogue.gifsByIds(ids)).map((gif) => [gif.id, gif]))
  const uses = await duplicates.usesOf(ids)
  const owners = new Map<number, string>()
  for (const ownerId of new Set([...gifs.values()].map((gif) => gif.ownerId))) {
    const account = ownerId === null ? undefined : await accounts.byId(ownerId)
    if (account !== undefined) owners.set(account.id, account.email)
  }
  const read = groups.map((group) =>
    group
      .flatMap((id) => gifs.get(id) ?? [])
      .map((gif) => ({
        gif,
        uses: uses.get(gif.id) ?? 0,
        ownerEmail: gif.ownerId === null ? null : (owners.get(gif.ownerId) ?? null),
      }))
      .toSorted(
        (one, other) =>
          other.uses - one.uses || pixelsOf(other.gif) - pixelsOf(one.gif) || one.gif.id - other.gif.id,
      ),
  )
  return read.filter((group) => group.length > 1)
}
