import type { NoticeStore } from './notice-store.ts'

const pageSize = 100

/**
 * What is stored of an account about notices, for its owner to download: those that it sent, and what was decided about its
 * GIFs. Nothing of who else sent notices.
 */
export async function exportOwnNotices(
  notices: Pick<NoticeStore, 'ofReporter' | 'ofOwner'>,
  accountId: number,
) {
  const sent = await notices.ofReporter(accountId)
  const { cases } = await notices.ofOwner(accountId, { start: 0, limit: pageSize })
  return {
    sent: sent.map(({ code, notice }) => ({
      code,
      number: notice.reference,
      reason: notice.reason,
      words: notice.words,
      contact: notice.contact,
      created_at: new Date(notice.createdAt).toISOString(),
    })),
    decisions: cases.flatMap(({ code, title, decisions }) =>
      decisions.map(({ action, statement, createdAt }) => ({
        code,
        title,
        action,
        reason: statement,
        created_at: new Date(createdAt).toISOString(),
      })),
    ),
    answers: cases.flatMap(({ code, counterNotices }) =>
      counterNotices.map(({ words, contact, createdAt }) => ({
        code,
        words,
        contact,
        created_at: new Date(createdAt).toISOString(),
      })),
    ),
  }
}
