import { type HtmlValue, html } from '../../../lib/html.ts'

/** The texts of a GIF's page, and of editing, deleting and embedding it. */
export const gifMessages = {
  description: (title: string, duration: string, category: string) =>
    `${title}: a ${duration} GIF in ${category}.`,
  labels: 'Category and tags',
  /** The label before a description, for screen readers. */
  alt: 'Description:',
  facts: { size: 'Size', duration: 'Length', frames: 'Frames', rating: 'Rating', created: 'Created' },
  share: { heading: 'Share', link: 'Link', copyLink: 'Copy link', share: 'Share…' },
  more: {
    button: 'More',
    copy: 'Copy',
    download: 'Download',
    collect: 'Add to collection…',
    report: 'Report this GIF',
  },
  related: 'More like this',
  manage: {
    own: 'Your GIF',
    admin: 'Admin',
    edit: 'Edit',
    hide: 'Hide',
    show: 'Unhide',
    delete: 'Delete',
    remove: 'Remove',
    notices: 'Reports',
  },
  underWay: {
    title: 'This GIF is being made',
    hint: 'It takes seconds, or a few minutes if many are waiting. The page refreshes automatically.',
  },
  visibility: {
    hiddenForAdmin: 'Hidden. Only its owner and operators can see it.',
    hiddenForOwner: 'Hidden by the operator. Only you and operators can see it.',
    readDecision: 'Read the decision',
    unlisted: 'Unlisted. Anyone with the link can see it, but it appears nowhere else.',
    privateForAdmin: 'Private. Only its owner can see it, and operators while it has open reports.',
    privateForOwner: 'Private. Only you can see this page. File links expire.',
  },
  delete: {
    title: 'Delete this GIF?',
    heading: 'Delete this GIF permanently?',
    explanation: (title: string): HtmlValue =>
      html`“<bdi>${title}</bdi>” and its files are deleted immediately. Links and embeds stop working.`,
    confirm: 'Delete GIF',
    cancel: 'Keep GIF',
    done: 'The GIF is deleted',
    doneExplanation: 'Its page and its files are gone. Copies in other services’ caches may last a while.',
    makeAnother: 'Make another GIF',
  },
  edit: {
    title: 'Edit your GIF',
    titleField: 'Title',
    alt: 'Description',
    altHint:
      'For people who can’t see it, and for search: who does what, and any text in it. One or two sentences.',
    category: 'Category',
    tags: 'Tags',
    tagsHint: (maxTags: number) => `Separate with commas, up to ${maxTags}.`,
    hidden: 'Hidden by the operator. You can’t change who can see it until it is restored.',
    save: 'Save',
    cancel: 'Cancel',
    delete: 'Delete this GIF…',
  },
  embed: {
    pageTitle: (title: string, siteName: string) => `${title} · ${siteName}`,
    notSafeForWork: 'Not safe for work. Press to show it.',
    flashing: 'This GIF flashes. Press to show it.',
    caption: (title: string, siteName: string): HtmlValue => html`<bdi>${title}</bdi> · ${siteName}`,
    missingTitle: (siteName: string) => `Not available · ${siteName}`,
    missing: 'This GIF is not available.',
    more: (siteName: string) => `More on ${siteName}`,
  },
  oembed: { notAGif: 'This address is not a GIF on this site.' },
}
