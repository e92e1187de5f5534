import { jsonList } from '../../lib/text/json-lines.ts'
import type { NoticeCase } from './notice.ts'
import type { NoticeStore } from './notice-store.ts'

const pageSize = 100

/**
 * The stored notices of an account as the text of a JSON object, for its owner to download: the notices that it sent,
 * and the decisions about its GIFs. Contains nothing about other people who sent notices.
 */
export async function* exportOwnNotices(notices: NoticeStore, accountId: number): AsyncGenerator<string> {
  yield '{"sent": '
  yield* jsonList(sentBy(notices, accountId))
  yield ', "decisions": '
  yield* jsonList(
    ofCases(notices, accountId, ({ code, title, decisions }) =>
      decisions.map(({ action, statement, createdAt }) => ({
        code,
        title,
        action,
        reason: statement,
        created_at: isoTime(createdAt),
      })),
    ),
  )
  yield ', "answers": '
  yield* jsonList(
    ofCases(notices, accountId, ({ code, counterNotices }) =>
      counterNotices.map(({ words, contact, createdAt }) => ({
        code,
        words,
        contact,
        created_at: isoTime(createdAt),
      })),
    ),
  )
  yield '}\n'
}

async function* sentBy(notices: NoticeStore, accountId: number): AsyncGenerator<object[]> {
  for (let before = Infinity; ;) {
    const sent = await notices.ofReporter(accountId, { before, limit: pageSize })
    yield sent.map(({ code, notice }) => ({
      code,
      number: notice.reference,
      reason: notice.reason,
      words: notice.words,
      contact: notice.contact,
      created_at: isoTime(notice.createdAt),
    }))
    if (sent.length < pageSize) return
    before = sent.at(-1)?.id ?? 0
  }
}

async function* ofCases(
  notices: NoticeStore,
  accountId: number,
  read: (about: NoticeCase) => object[],
): AsyncGenerator<object[]> {
  for (let after = 0; ;) {
    const { cases, last } = await notices.decidedAfter(accountId, { after, limit: pageSize })
    yield cases.flatMap(read)
    if (last === null) return
    after = last
  }
}

function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
