import { html } from '../../../lib/html.ts'
import type { collectionMessages as english } from '../en/collections.ts'
import { formatCount } from './format.ts'

const gifs = (count: number) => formatCount(count, { one: 'GIF', other: 'GIFs' })

export const collectionMessages: typeof english = {
  favorites: {
    title: 'Favoriten',
    empty: 'Noch keine Favoriten. Drück auf das Herz eines GIFs, um es hier zu merken.',
    browse: 'GIFs ansehen',
  },
  list: {
    title: 'Sammlungen',
    empty:
      'Noch keine Sammlungen. Fasse GIFs zusammen, um sie wiederzufinden, zu teilen oder als Raster einzubetten.',
    emptyCollection: 'Leer',
    done: { deleted: 'Die Sammlung ist gelöscht.' },
  },
  form: {
    newHeading: 'Neue Sammlung',
    name: 'Name',
    description: 'Beschreibung',
    descriptionHint: 'Optional. Ein oder zwei Sätze.',
    visibility: 'Wer sie sehen kann',
    visibilities: { public: 'Alle', unlisted: 'Alle mit dem Link', private: 'Nur ich' },
    create: 'Sammlung erstellen',
    createAndAdd: 'Erstellen und hinzufügen',
    save: 'Speichern',
    cancel: 'Abbrechen',
  },
  marks: { public: 'Öffentlich', unlisted: 'Nicht gelistet', private: 'Privat', hidden: 'Ausgeblendet' },
  page: {
    description: (name, count) =>
      `${name}: eine Sammlung mit ${formatCount(count, { one: 'GIF', other: 'GIFs' })}.`,
    heading: 'Teilen',
    link: 'Link',
    copyLink: 'Link kopieren',
    more: 'Mehr',
    embed: 'Einbetten',
    embedHint: 'Zeigt ihre öffentlichen GIFs als Raster auf jeder Seite.',
    feed: 'Feed',
    edit: 'Bearbeiten',
    delete: 'Löschen',
    hide: 'Ausblenden',
    show: 'Wieder anzeigen',
    empty: 'Diese Sammlung hat keine GIFs, die gezeigt werden können.',
    emptyOwn: 'Hier ist noch nichts. Öffne ein GIF, dann „Mehr“ und „Zu einer Sammlung hinzufügen“.',
    hiddenForAdmin: 'Ausgeblendet. Nur ihr Besitzer und Betreiber können sie sehen.',
    hiddenForOwner: 'Vom Betreiber ausgeblendet. Nur du und Betreiber können sie sehen.',
    private: 'Privat. Nur du kannst sie sehen.',
    onlyYours: (count) =>
      `${formatCount(count, { one: 'GIF darin siehst', other: 'GIFs darin siehst' })} nur du, weil andere nur öffentliche GIFs finden.`,
    feedTitle: (name, siteName) => `${name} · ${siteName}`,
  },
  report: {
    link: 'Diese Sammlung melden',
    title: 'Sammlung melden',
    heading: (name) => html`Was stimmt mit „<bdi>${name}</bdi>“ nicht?`,
    hint: 'Um ein einzelnes GIF zu melden oder Rechte geltend zu machen, nutze die Meldung auf der Seite des GIFs.',
    sent: 'Danke. Der Betreiber sieht es sich an.',
  },
  edit: {
    title: 'Sammlung bearbeiten',
    gifs: 'GIFs',
    earlier: 'Nach vorn',
    later: 'Nach hinten',
    first: 'An den Anfang',
    remove: 'Entfernen',
    saved: 'Gespeichert.',
  },
  delete: {
    title: 'Diese Sammlung löschen?',
    explanation: (name) =>
      html`„<bdi>${name}</bdi>“ wird sofort gelöscht. Die GIFs darin bleiben. Links und Einbettungen
      funktionieren nicht mehr.`,
    confirm: 'Sammlung löschen',
    cancel: 'Sammlung behalten',
  },
  collect: {
    title: 'Zu einer Sammlung hinzufügen',
    heading: (title) => html`„<bdi>${title}</bdi>“ zu einer Sammlung hinzufügen`,
    add: 'Hinzufügen',
    remove: 'Entfernen',
    back: 'Zurück zum GIF',
  },
  embed: {
    pageTitle: (name, siteName) => `${name} · ${siteName}`,
    all: (count, siteName) => html`${gifs(count)} bei ${siteName}`,
    missing: 'Diese Sammlung ist nicht verfügbar.',
    missingTitle: (siteName) => `Nicht verfügbar · ${siteName}`,
    more: (siteName) => `Mehr bei ${siteName}`,
  },
}
