import type { ReportReason, ReportedGif } from './report.ts'

/** Visitors' reports of GIFs. They are removed with their GIF. */
export interface ReportStore {
  /** Drops the report if its GIF already has `maxOpen` open reports for the same reason. */
  add(report: {
    gifId: number
    reason: ReportReason
    words: string
    reporterId: number | null
    maxOpen: number
  }): Promise<void>
  /** GIFs with open reports, private ones too, the longest waiting first; each with its reports, the newest first. */
  open(page: { start: number; limit: number }): Promise<{ total: number; gifs: ReportedGif[] }>
  /** Marks all open reports of a GIF as resolved; returns how many there were. */
  resolveReports(gifId: number): Promise<number>
}
