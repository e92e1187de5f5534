import type { ReportReason, ReportedGif } from './report.ts'

/** What visitors say against GIFs, until an operator has dealt with it. Reports go with their GIF. */
export interface ReportStore {
  /** Open reports of one GIF for one reason past `maxOpen` are dropped: more of them tell nothing new. */
  add(report: {
    gifId: number
    reason: ReportReason
    words: string
    reporterId: number | null
    maxOpen: number
  }): Promise<void>
  /** GIFs with open reports, private ones too, the longest waiting first; each with its reports, the newest first. */
  open(page: { start: number; limit: number }): Promise<{ total: number; gifs: ReportedGif[] }>
  /** All open reports of a GIF are dealt with; gives how many there were. */
  settle(gifId: number): Promise<number>
}
