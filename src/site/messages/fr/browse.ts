import { html } from '../../../lib/html.ts'
import type { browseMessages as english } from '../en/browse.ts'

export const browseMessages: typeof english = {
  description: (siteName) => `Des GIF à regarder, chercher et copier sur ${siteName}.`,
  feedTitle: (siteName, text) =>
    text === '' ? `GIF les plus récents · ${siteName}` : `« ${text} » · ${siteName}`,
  newest: 'GIF les plus récents',
  popular: 'GIF les plus populaires',
  trending: 'Tendances',
  trendingSearches: 'Recherches populaires',
  searchHeading: (text) => `« ${text} »`,
  searchInCategory: (text, category) => `« ${text} » dans ${category}`,
  correctedHeading: (text) => `Résultats pour « ${text} »`,
  note: {
    searchInstead: (text) => `Rechercher plutôt « ${text} »`,
    exactOnly: 'Seules les correspondances exactes sont affichées.',
    includeClose: 'Inclure les résultats proches',
    partial: 'Aucun GIF ne contient tous les mots. Ceux-ci en contiennent la plupart.',
  },
  sort: {
    label: 'Trier',
    relevance: 'Les plus pertinents',
    newest: 'Les plus récents',
    popular: 'Les plus populaires',
  },
  categories: 'Catégories',
  allCategories: 'Toutes',
  tools: { pause: 'Pause', random: 'Au hasard', showNsfw: 'Afficher NSFW', hideNsfw: 'Masquer NSFW' },
  empty: {
    noMatch: 'Aucun GIF trouvé. Essayez avec moins de mots ou vérifiez l’orthographe.',
    closest: 'Vouliez-vous dire',
    emptyCategory: 'Pas encore de GIF dans cette catégorie.',
    onlyNsfw: 'Tous les GIF ici sont marqués NSFW. Activez « Afficher NSFW » pour les voir.',
    unknownCategory: 'Catégorie introuvable',
    unknownCategoryHint: 'Elle a peut-être été renommée ou retirée. Choisissez-en une ci-dessus.',
    searchAll: 'Chercher dans toutes les catégories',
    allGifs: 'Tous les GIF',
    makeOne: 'En créer un',
  },
  firstGif: {
    heading: 'Créez le premier GIF',
    hint: 'Personne n’en a encore partagé ici. Partez d’une vidéo, d’un lien ou de quelques images ; cela prend quelques secondes.',
    make: 'Créer un GIF',
    developers: (link) => html`Vous développez ? <a href="${link}">Utilisez l’API.</a>`,
  },
}
