import type { Gif } from './gif.ts'

/** Why a visitor reports a GIF. */
export const reportReasons = {
  nsfw: 'Not safe for work, but not marked so',
  violence: 'Violence, hate or harassment',
  person: 'It shows me, or somebody, against their will',
  rights: 'It infringes my rights',
  spam: 'Spam or misleading',
  other: 'Something else',
} as const

export type ReportReason = keyof typeof reportReasons

/** A GIF that visitors have reported, with what they said. */
export type ReportedGif = { gif: Gif; reports: Report[] }

export type Report = { reason: ReportReason; words: string; createdAt: number }
