import type { Visibility } from '../../../catalogue/gif.ts'
import { type HtmlValue, html } from '../../../lib/html.ts'
import { formatCount } from './format.ts'

/** The texts of favorites and collections. */
export const collectionMessages = {
  favorites: {
    title: 'Favorites',
    empty: 'No favorites yet. Press the heart on a GIF to keep it here.',
    browse: 'Browse GIFs',
  },
  list: {
    title: 'Collections',
    empty: 'No collections yet. Put GIFs together to find them again, share them or embed them as a grid.',
    emptyCollection: 'Empty',
    done: { deleted: 'The collection is deleted.' },
  },
  form: {
    newHeading: 'New collection',
    name: 'Name',
    description: 'Description',
    descriptionHint: 'Optional. One or two sentences.',
    visibility: 'Who can see it',
    visibilities: {
      public: 'Everyone',
      unlisted: 'Everyone with the link',
      private: 'Only me',
    } satisfies Record<Visibility, string>,
    create: 'Create collection',
    createAndAdd: 'Create and add',
    save: 'Save',
    cancel: 'Cancel',
  },
  marks: { public: 'Public', unlisted: 'Unlisted', private: 'Private', hidden: 'Hidden' },
  page: {
    description: (name: string, count: number) =>
      `${name}: a collection of ${formatCount(count, { one: 'GIF', other: 'GIFs' })}.`,
    heading: 'Share',
    link: 'Link',
    copyLink: 'Copy link',
    more: 'More',
    embed: 'Embed',
    embedHint: 'Shows its public GIFs as a grid on any site.',
    feed: 'Feed',
    edit: 'Edit',
    delete: 'Delete',
    hide: 'Hide',
    show: 'Unhide',
    empty: 'This collection has no GIFs to show.',
    emptyOwn: 'Nothing here yet. Open a GIF, then “More” and “Add to collection”.',
    hiddenForAdmin: 'Hidden. Only its owner and operators can see it.',
    hiddenForOwner: 'Hidden by the operator. Only you and operators can see it.',
    private: 'Private. Only you can see it.',
    onlyYours: (count: number) =>
      `${formatCount(count, { one: 'GIF', other: 'GIFs' })} in it only you can see: others see only public GIFs.`,
    feedTitle: (name: string, siteName: string) => `${name} · ${siteName}`,
  },
  report: {
    link: 'Report this collection',
    title: 'Report a collection',
    heading: (name: string): HtmlValue => html`What’s wrong with “<bdi>${name}</bdi>”?`,
    hint: 'To report one of its GIFs, or to claim rights, use “Report this GIF” on that GIF’s page.',
    sent: 'Thank you. The operator will look at it.',
    reason: 'Choose what is wrong with this collection.',
    full: 'Others have reported this collection for the same reason. The operator will look at it.',
  },
  edit: {
    title: 'Edit collection',
    gifs: 'GIFs',
    earlier: 'Move earlier',
    later: 'Move later',
    first: 'Move to the start',
    remove: 'Remove',
    saved: 'Saved.',
  },
  delete: {
    title: 'Delete this collection?',
    explanation: (name: string): HtmlValue =>
      html`“<bdi>${name}</bdi>” is deleted immediately. Its GIFs stay. Links and embeds stop working.`,
    confirm: 'Delete collection',
    cancel: 'Keep collection',
  },
  collect: {
    title: 'Add to collection',
    heading: (title: string): HtmlValue => html`Add “<bdi>${title}</bdi>” to a collection`,
    add: 'Add',
    remove: 'Remove',
    back: 'Back to the GIF',
  },
  embed: {
    pageTitle: (name: string, siteName: string) => `${name} · ${siteName}`,
    all: (count: number, siteName: string): HtmlValue =>
      html`${formatCount(count, { one: 'GIF', other: 'GIFs' })} on ${siteName}`,
    missing: 'This collection is not available.',
    missingTitle: (siteName: string) => `Not available · ${siteName}`,
    more: (siteName: string) => `More on ${siteName}`,
  },
}
