import { bodyTypes } from '../bodies/read-body.ts'
import { manageUrl } from '../../catalogue/publishing/manage-key.ts'
import { visibilityOf } from '../../catalogue/publishing/publishing-rules.ts'
import type { AcceptedCreation } from '../../creation/submit-creation.ts'
import type { ApiDeps } from './api-deps.ts'
import { accepted, answers, creationErrorAnswer } from './schemas.ts'

/** The configuration that the three creation calls share. */
export function creationRoute({ admitCreation }: ApiDeps, operationId: string, summary: string) {
  return {
    config: { creation: true, rate: 'creation' as const, admit: admitCreation },
    schema: {
      operationId,
      summary,
      description: 'Answers immediately with the id of a task. Poll /api/status/{task} until it is done.',
      tags: ['Creation'],
      consumes: bodyTypes,
      response: answers(accepted, creationErrorAnswer),
    },
  }
}

/**
 * The answer to an accepted creation, with what manages it where it was made without an account, and with the GIF that
 * the same file has become before, if the asker may know of it.
 */
export function presentAccepted(
  { siteUrl, deleteKeys }: Pick<ApiDeps, 'siteUrl' | 'deleteKeys'>,
  { id, code, visitor, existing }: AcceptedCreation,
) {
  const deleteUrl = `${siteUrl()}/${code}/delete?key=${deleteKeys.keyOf(code)}`
  return {
    status: 'waiting' as const,
    id,
    success: true as const,
    delete_url: deleteUrl,
    ...(visitor !== null && {
      manage_url: manageUrl(siteUrl(), code, visitor.manageKey),
      visibility: visibilityOf(visitor.state),
    }),
    ...(existing !== null && { existing: { code: existing, url: `/${existing}` } }),
  }
}
