import { html } from '../../../lib/html.ts'
import type { browseMessages as english } from '../en/browse.ts'

export const browseMessages: typeof english = {
  description: (siteName) => `GIFs ansehen, suchen und kopieren bei ${siteName}.`,
  feedTitle: (siteName, text) => (text === '' ? `Neueste GIFs · ${siteName}` : `„${text}“ · ${siteName}`),
  newest: 'Neueste GIFs',
  popular: 'Beliebteste GIFs',
  trending: 'Im Trend',
  trendingSearches: 'Häufige Suchen',
  searchHeading: (text) => `„${text}“`,
  searchInCategory: (text, category) => `„${text}“ in ${category}`,
  correctedHeading: (text) => `Ergebnisse für „${text}“`,
  note: {
    searchInstead: (text) => `Stattdessen nach „${text}“ suchen`,
    exactOnly: 'Nur genaue Treffer werden angezeigt.',
    includeClose: 'Auch ähnliche Treffer anzeigen',
    partial: 'Kein GIF enthält alle Wörter. Diese enthalten die meisten.',
  },
  sort: { label: 'Sortieren', relevance: 'Relevanteste', newest: 'Neueste', popular: 'Beliebteste' },
  categories: 'Kategorien',
  allCategories: 'Alle',
  tools: { pause: 'Anhalten', random: 'Zufall', showNsfw: 'NSFW anzeigen', hideNsfw: 'NSFW ausblenden' },
  empty: {
    noMatch: 'Keine GIFs gefunden. Versuch es mit weniger Wörtern oder prüfe die Schreibweise.',
    closest: 'Meintest du',
    emptyCategory: 'In dieser Kategorie gibt es noch keine GIFs.',
    onlyNsfw: 'Alle GIFs hier sind als NSFW markiert. Mit „NSFW anzeigen“ siehst du sie.',
    unknownCategory: 'Kategorie nicht gefunden',
    unknownCategoryHint: 'Sie wurde vielleicht umbenannt oder entfernt. Wähle oben eine andere.',
    searchAll: 'In allen Kategorien suchen',
    allGifs: 'Alle GIFs',
    makeOne: 'Eines erstellen',
  },
  firstGif: {
    heading: 'Erstelle das erste GIF',
    hint: 'Hier hat noch niemand eines geteilt. Beginne mit einem Video, einem Link oder ein paar Bildern; es dauert Sekunden.',
    make: 'GIF erstellen',
    developers: (link) => html`Du entwickelst? <a href="${link}">Nutze die API.</a>`,
  },
}
