import type { Viewer } from '../../accounts/account.ts'
import type { Visibility } from '../gif.ts'
import type { PublishingState } from './visitor-gif.ts'
import { AppError } from '../../lib/app-error.ts'

const retryAfterSeconds = 3600

/** Returns the error for another unpublished GIF of a client that has reached its quota. */
export function tooManyUnpublished(gifs: number): AppError {
  return new AppError('rate_limited', { detail: 'unpublishedGifs', gifs }, { retryAfterSeconds })
}

/**
 * The rules for publishing. `open`: everyone. `accounts`: GIFs of visitors stay unlisted. `review`: GIFs of
 * visitors are published once the operator approves. Accounts, and apps that may upload, publish without review.
 */
export const publishingRules = ['open', 'accounts', 'review'] as const

export type PublishingRule = (typeof publishingRules)[number]

/** Returns true for a visitor, whose GIFs are managed by a key and are subject to the rule. */
export function isVisitor({ account, app }: Viewer): boolean {
  return account === null && app?.mayUpload !== true
}

/** Returns the state of a visitor's GIF after its maker asks to publish it. */
export function stateWhenAsked(rule: PublishingRule): Exclude<PublishingState, 'declined'> {
  return ({ open: 'published', accounts: 'unpublished', review: 'waiting' } as const)[rule]
}

/** Returns the state of a visitor's new GIF: asking for `public` is asking to publish it. */
export function firstState(rule: PublishingRule, asked: Visibility): Exclude<PublishingState, 'declined'> {
  return asked === 'public' ? stateWhenAsked(rule) : 'unpublished'
}

/** Returns the visibility of a visitor's GIF. */
export function visibilityOf(state: PublishingState): 'public' | 'unlisted' {
  return state === 'published' ? 'public' : 'unlisted'
}
