import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type DuplicateGroup, findDuplicateGroups } from '../../catalogue/duplicates/duplicate-groups.ts'
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

/** The most groups on a page, and the most GIFs compared for it: 2 s in a catalogue of a million. */
const pageLimits = { maxGroups: 10, maxLooked: 4000 }

const gifIds = Type.String({ pattern: '^[0-9]{1,15}(,[0-9]{1,15}){1,99}$' })

/** GET /admin/duplicates, and the forms to merge a group or to mark its GIFs as different. */
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
    async handle({ gifs, back }, request) {
      const visible = await site.catalogue.visibleByIds(idsIn(gifs), request.viewer)
      await site.duplicates.dismiss(visible.map(({ id }) => id))
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
  const { groups, next } = await findDuplicateGroups(
    site,
    site.looks,
    { below, ...pageLimits },
    request.viewer,
  )
  return duplicatesPage(site.view(request), {
    groups: await readDuplicates(site, groups),
    below: Number.isFinite(below) ? below : null,
    next,
    done: readText(query, 'done'),
    ...(error !== undefined && { error }),
  })
}

function pixelsOf({ width, height }: Gif): number {
  return width * height
}

/**
 * Reads the GIFs of groups. The first GIF of a group is suggested to keep: the most used, then the largest, then the
 * oldest.
 */
async function readDuplicates(
  { duplicates, accounts }: Site,
  groups: readonly DuplicateGroup[],
): Promise<Duplicate[][]> {
  const gifs = groups.flat()
  const uses = await duplicates.usesOf(gifs.map(({ id }) => id))
  const emails = new Map<number, string>()
  for (const ownerId of new Set(gifs.map((gif) => gif.ownerId))) {
    const account = ownerId === null ? undefined : await accounts.byId(ownerId)
    if (account !== undefined) emails.set(account.id, account.email)
  }
  return groups.map((group) =>
    group
      .map((gif) => ({
        gif,
        uses: uses.get(gif.id) ?? 0,
        ownerEmail: gif.ownerId === null ? null : (emails.get(gif.ownerId) ?? null),
      }))
      .toSorted(
        (one, other) =>
          other.uses - one.uses || pixelsOf(other.gif) - pixelsOf(one.gif) || one.gif.id - other.gif.id,
      ),
  )
}
