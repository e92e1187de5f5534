import type { DropState } from '../../../library/import/drops/drop.ts'
import { type HtmlValue, html } from '../../../lib/html.ts'
import { formatCount, formatNumber } from './format.ts'

const files = (count: number) => formatCount(count, { one: 'file', other: 'files' })

/** The texts of importing many GIFs. */
export const importMessages = {
  title: 'Import GIFs',
  description: 'Bring your GIFs here, exactly as they are.',
  lead: 'Every frame, time and color stays the same, and there is no watermark.',
  visitor: {
    heading: 'Sign in to import GIFs',
    why: 'Imported GIFs belong to an account, so that you can tag, hide and delete them later.',
    signUpClosed: 'Ask the operator for one.',
    signIn: 'Sign in',
    signUp: 'Create an account',
  },
  files: 'Files',
  filesHint: (each: string, all: string, max: number) =>
    `GIF, animated WebP and PNG, MP4 and WebM without sound: up to ${each} each. Or a ZIP of them. ${formatNumber(max)} files and ${all} at once.`,
  drop: 'Drop GIFs, folders or a ZIP here',
  chooseFiles: 'Choose files',
  chooseFolder: 'Choose a folder',
  limits: (each: string, zip: string, max: number) =>
    `Up to ${formatNumber(max)} files of ${each} each, or a ZIP of ${zip}.`,
  waitingLimit: (max: number) => `Up to ${formatNumber(max)} of your files can wait at once.`,
  details: 'For all GIFs',
  detailsHint: 'You can change one or many of them later.',
  category: 'Category',
  chooseCategory: 'Choose a category …',
  tags: 'Tags',
  tagsHint: (max: number) => `Separate with commas, up to ${max}.`,
  folders: 'Use folder names as tags',
  visibility: 'Who can see them',
  submit: 'Import',
  recent: 'Recent imports',
  recentItem: (count: number, ago: HtmlValue): HtmlValue => html`${files(count)}, ${ago}`,
  noFiles: 'Choose some files first.',
  sending: {
    heading: 'Sending',
    pause: 'Pause',
    cancel: 'Cancel',
    retry: 'Try again',
    failed: 'Not sent',
  },
  table: {
    title: 'Imported files',
    counts: (counts: Record<DropState, number>) =>
      [
        counts.done > 0 && `${formatNumber(counts.done)} done`,
        counts.making > 0 && `${formatNumber(counts.making)} being made`,
        counts.waiting > 0 && `${formatNumber(counts.waiting)} waiting`,
        counts.exists > 0 && `${formatNumber(counts.exists)} already here`,
        counts.refused > 0 && `${formatNumber(counts.refused)} refused`,
        counts.gone > 0 && `${formatNumber(counts.gone)} deleted`,
      ]
        .filter((text) => text !== false)
        .join(' · '),
    leave: 'You can leave this page. Your GIFs will still be made.',
    refresh: 'Refresh',
    more: 'Import more',
    caption: (total: number) => files(total),
    columns: {
      select: 'Select',
      gif: 'GIF',
      state: 'State',
      tags: 'Tags',
      category: 'Category',
      rating: 'Rating',
      visibility: 'Visible to',
      alt: 'Description',
    },
    states: {
      waiting: 'Waiting',
      making: 'Being made',
      done: 'Done',
      exists: 'Already here',
      refused: 'Refused',
      gone: 'Deleted',
    } satisfies Record<DropState, string>,
    none: 'None',
    edit: 'Edit',
    unrated: 'Not rated',
    all: (total: number) => `All ${formatNumber(total)} of this import, not only the selected`,
    delete: 'Delete…',
    done: {
      change: (count: number) => `${files(count)} changed.`,
      delete: (count: number) => `${files(count)} deleted.`,
      remake: (count: number) => `${files(count)} will be made as GIFs.`,
    },
    moreRefused: (listed: number, more: number) =>
      `Only the first ${formatNumber(listed)} refused files are listed; ${formatNumber(more)} more were refused.`,
    unchanged: (count: number) =>
      `${files(count)} not changed: refused, being made right now, or owned by another account.`,
    remake: 'Make GIFs from them',
    remakeHint: (count: number) =>
      `${formatCount(count, { one: 'file is', other: 'files are' })} over a limit for keeping them unchanged. GIFs can still be made from them.`,
    deleteTitle: (count: number) => `Delete ${files(count)}?`,
    deleteHeading: (count: number) => `Delete ${files(count)} permanently?`,
    deleteExplanation:
      'Their GIFs are deleted immediately, and waiting files are not made. GIFs that were already here stay.',
    deleteConfirm: (count: number) => `Delete ${files(count)}`,
    deleteCancel: 'Keep them',
  },
}
