import type { Gif } from './gif.ts'

/** Why a visitor reports a GIF. */
export const reportReasons = ['nsfw', 'violence', 'person', 'rights', 'spam', 'other'] as const

export type ReportReason = (typeof reportReasons)[number]

export function isReportReason(text: string): text is ReportReason {
  return reportReasons.some((reason) => reason === text)
}

/** A GIF that visitors have reported, with what they said. */
export type ReportedGif = { gif: Gif; reports: Report[] }

export type Report = { reason: ReportReason; words: string; createdAt: number }
