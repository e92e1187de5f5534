import { once } from 'node:events'
import { Command, Option } from 'commander'
import { exportLines, type ExportFormat } from '../catalogue/notices/export-records.ts'
import {
  type NoticeCase,
  noticeReasons,
  type NoticeReason,
  openCounterNotice,
} from '../catalogue/notices/notice.ts'
import type { CaseFilter } from '../catalogue/notices/notice-store.ts'
import { plainText } from './plain-text.ts'
import { type Stores, withStores } from './with-stores.ts'

const pageSize = 100

const aboutNotices = `
Make decisions at /admin/notices. The record keeps every decision with its reason, even after the GIF is gone. The
sender's contact details are removed NOTICE_CONTACT_DAYS after the decision.

Examples:
  gifwright notices list
  gifwright notices list --status counter
  gifwright notices export --format csv > notices.csv`

/** `notices list | export`. */
export function noticeCommands(): Command {
  const notices = new Command('notices')
    .description('Reports of GIFs and the decisions on them')
    .addHelpText('after', aboutNotices)
  notices
    .command('list')
    .description('List the GIFs with reports: code, reports, decisions, title')
    .addOption(
      new Option('--status <status>', 'which notices; open ones wait for an operator')
        .choices(['open', 'counter', 'decided'])
        .default('open'),
    )
    .addOption(new Option('--reason <reason>', 'only GIFs reported for this reason').choices(noticeReasons))
    .action(({ status, reason }: { status: CaseFilter['status']; reason?: NoticeReason }) =>
      withStores(async (stores) => {
        for await (const about of allCases(stores, { status, reason: reason ?? null })) {
          console.log(describe(about))
        }
      }),
    )
  notices
    .command('export')
    .description('Write all notices, decisions and answers to standard output, oldest GIF first')
    .addOption(
      new Option('--format <format>', 'the format: JSON lines or CSV rows')
        .choices(['jsonl', 'csv'])
        .default('jsonl'),
    )
    .option('--contacts', 'include the senders’ names and addresses', false)
    .action(({ format, contacts }: { format: ExportFormat; contacts: boolean }) =>
      withStores(async (stores) => {
        const lines = exportLines(stores.notices.records(), { format, withContacts: contacts })
        for await (const line of lines) if (!process.stdout.write(line)) await once(process.stdout, 'drain')
      }),
    )
  return notices
}

async function* allCases({ notices }: Stores, filter: CaseFilter): AsyncGenerator<NoticeCase> {
  for (let start = 0; ; start += pageSize) {
    const { cases } = await notices.list(filter, { start, limit: pageSize })
    yield* cases
    if (cases.length < pageSize) return
  }
}

function describe(about: NoticeCase): string {
  const { code, title, notices, decisions } = about
  const reasons = [...new Set(notices.map(({ reason }) => reason))].join(',')
  const state = openCounterNotice(about) === null ? (decisions.at(-1)?.action ?? '-') : 'answered'
  return [code, reasons || '-', state, plainText(title)].join('\t')
}
