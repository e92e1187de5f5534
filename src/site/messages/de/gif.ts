import { html } from '../../../lib/html.ts'
import type { gifMessages as english } from '../en/gif.ts'

export const gifMessages: typeof english = {
  description: (title, duration, category) => `${title}: ein GIF von ${duration} in ${category}.`,
  labels: 'Kategorie und Tags',
  alt: 'Beschreibung:',
  facts: {
    size: 'Größe',
    duration: 'Länge',
    frames: 'Bilder',
    rating: 'Altersfreigabe',
    created: 'Erstellt',
  },
  share: { heading: 'Teilen', link: 'Link', copyLink: 'Link kopieren', share: 'Teilen …' },
  more: {
    button: 'Mehr',
    copy: 'Kopieren',
    download: 'Herunterladen',
    collect: 'Zu einer Sammlung hinzufügen …',
    report: 'Dieses GIF melden',
  },
  related: 'Ähnliche GIFs',
  manage: {
    own: 'Dein GIF',
    admin: 'Verwaltung',
    edit: 'Bearbeiten',
    hide: 'Ausblenden',
    show: 'Wieder anzeigen',
    delete: 'Löschen',
    remove: 'Entfernen',
    notices: 'Meldungen',
  },
  underWay: {
    title: 'Dieses GIF wird gerade erstellt',
    hint: 'Das dauert Sekunden, oder ein paar Minuten, wenn viele warten. Die Seite aktualisiert sich von selbst.',
  },
  visibility: {
    hiddenForAdmin: 'Ausgeblendet. Nur sein Besitzer und Betreiber können es sehen.',
    hiddenForOwner: 'Vom Betreiber ausgeblendet. Nur du und Betreiber können es sehen.',
    readDecision: 'Entscheidung lesen',
    unlisted: 'Nicht gelistet. Wer den Link hat, kann es sehen, aber es erscheint sonst nirgends.',
    privateForAdmin:
      'Privat. Nur sein Besitzer kann es sehen, und Betreiber, solange es offene Meldungen hat.',
    privateForOwner: 'Privat. Nur du kannst diese Seite sehen. Links zu Dateien laufen ab.',
  },
  delete: {
    title: 'Dieses GIF löschen?',
    heading: 'Dieses GIF endgültig löschen?',
    explanation: (title) =>
      html`„<bdi>${title}</bdi>“ und seine Dateien werden sofort gelöscht. Links und Einbettungen
      funktionieren nicht mehr.`,
    confirm: 'GIF löschen',
    cancel: 'GIF behalten',
    done: 'Das GIF ist gelöscht',
    doneExplanation:
      'Seine Seite und seine Dateien sind weg. Kopien in den Caches anderer Dienste können noch eine Weile bestehen.',
    makeAnother: 'Noch ein GIF erstellen',
  },
  edit: {
    title: 'GIF bearbeiten',
    titleField: 'Titel',
    alt: 'Beschreibung',
    altHint:
      'Für alle, die es nicht sehen können, und für die Suche: wer was tut und welcher Text darin steht. Ein oder zwei Sätze.',
    category: 'Kategorie',
    tags: 'Tags',
    tagsHint: (maxTags) => `Durch Kommas getrennt, bis zu ${maxTags}.`,
    hidden: 'Vom Betreiber ausgeblendet. Wer es sieht, kannst du erst ändern, wenn es wieder angezeigt wird.',
    save: 'Speichern',
    cancel: 'Abbrechen',
    delete: 'Dieses GIF löschen …',
  },
  embed: {
    pageTitle: (title, siteName) => `${title} · ${siteName}`,
    notSafeForWork: 'Nicht jugendfrei. Zum Anzeigen drücken.',
    flashing: 'Dieses GIF flackert. Zum Anzeigen drücken.',
    caption: (title, siteName) => html`<bdi>${title}</bdi> · ${siteName}`,
    missingTitle: (siteName) => `Nicht verfügbar · ${siteName}`,
    missing: 'Dieses GIF ist nicht verfügbar.',
    more: (siteName) => `Mehr bei ${siteName}`,
  },
  oembed: {},
}
