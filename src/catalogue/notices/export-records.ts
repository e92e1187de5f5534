import type { NoticeRecord } from './notice-store.ts'

type Line = Record<string, string | number | boolean | null>

/**
 * Formats a record as one line of the export. The senders of notices and counter-notices are included only
 * `withContacts`: without them, the record can be given to others.
 */
export function exportRecord(record: NoticeRecord, { withContacts }: { withContacts: boolean }): Line {
  const { code, title, contentHash, isGone } = record
  const about = { code, title, content_sha256: contentHash, gif_removed: isGone }
  if (record.kind === 'decision') {
    const { decision } = record
    return {
      kind: record.kind,
      at: isoTime(decision.createdAt),
      ...about,
      ...nothing,
      action: decision.action,
      rating: decision.rating,
      statement: decision.statement,
      text: decision.textBlock,
      decided_by: decision.decidedBy,
      decision: decision.id,
    }
  }
  const said = record.kind === 'notice' ? record.notice : record.counterNotice
  const { contact } = said
  return {
    kind: record.kind,
    at: isoTime(said.createdAt),
    ...about,
    ...nothing,
    words: said.words,
    agreed: said.statements.join('\n'),
    ...(record.kind === 'notice'
      ? {
          number: record.notice.reference,
          reason: record.notice.reason,
          capacity: record.notice.capacity,
          rights_owner: record.notice.rightsOwner,
          work: record.notice.work,
          closed_at: record.notice.closedAt === null ? null : isoTime(record.notice.closedAt),
          decision: record.notice.decisionId,
        }
      : { decision: record.counterNotice.decisionId, answered_by: record.counterNotice.answerId }),
    ...(withContacts && {
      name: contact?.name ?? null,
      email: contact?.email ?? null,
      address: contact?.address ?? null,
      signature: contact?.signature ?? null,
    }),
  }
}

/** Every line has every column, so that all lines of a table agree. */
const nothing = {
  number: null,
  reason: null,
  words: null,
  capacity: null,
  rights_owner: null,
  work: null,
  agreed: null,
  closed_at: null,
  action: null,
  rating: null,
  statement: null,
  text: null,
  decided_by: null,
  decision: null,
  answered_by: null,
  name: null,
  email: null,
  address: null,
  signature: null,
} satisfies Line

export type ExportFormat = 'csv' | 'jsonl'

/** Yields all records as text, line by line. */
export async function* exportLines(
  records: AsyncIterable<NoticeRecord>,
  { format, withContacts }: { format: ExportFormat; withContacts: boolean },
): AsyncGenerator<string> {
  let isFirst = true
  for await (const record of records) {
    const line = exportRecord(record, { withContacts })
    if (format === 'jsonl') {
      yield `${JSON.stringify(line)}\n`
      continue
    }
    if (isFirst) yield csvLine(Object.keys(line))
    isFirst = false
    yield csvLine(Object.values(line))
  }
}

/** Formats a line as in RFC 4180. A text that a spreadsheet would read as a formula gets a leading apostrophe. */
function csvLine(values: readonly (string | number | boolean | null)[]): string {
  const cells = values.map((value) => {
    const text = value === null ? '' : String(value)
    const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
  return `${cells.join(',')}\r\n`
}

function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
