import type { DeleteKeys } from '../../catalogue/delete-keys.ts'
import { manageUrl } from '../../catalogue/publishing/manage-key.ts'
import { visibilityOf } from '../../catalogue/publishing/publishing-rules.ts'
import type { AcceptedCreation } from '../submit-creation.ts'

/**
 * The response to an accepted creation, with its manage link if it was made without an account, and an existing GIF
 * from the same file, if the caller may see it.
 */
export function presentAccepted(
  { siteUrl, deleteKeys }: { siteUrl: () => string; deleteKeys: DeleteKeys },
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
