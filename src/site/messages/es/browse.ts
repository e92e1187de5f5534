import { html } from '../../../lib/html.ts'
import type { browseMessages as english } from '../en/browse.ts'

export const browseMessages: typeof english = {
  description: (siteName) => `GIF para ver, buscar y copiar en ${siteName}.`,
  feedTitle: (siteName, text) =>
    text === '' ? `GIF más recientes · ${siteName}` : `“${text}” · ${siteName}`,
  newest: 'GIF más recientes',
  popular: 'GIF más populares',
  trending: 'Tendencias',
  trendingSearches: 'Búsquedas en tendencia',
  searchHeading: (text) => `“${text}”`,
  searchInCategory: (text, category) => `“${text}” en ${category}`,
  correctedHeading: (text) => `Resultados de “${text}”`,
  note: {
    searchInstead: (text) => `Buscar “${text}” en su lugar`,
    exactOnly: 'Solo se muestran coincidencias exactas.',
    includeClose: 'Incluir coincidencias parecidas',
    partial: 'Ningún GIF coincide con todas las palabras. Estos coinciden con la mayoría.',
  },
  sort: {
    label: 'Ordenar',
    relevance: 'Más relevantes',
    newest: 'Más recientes',
    popular: 'Más populares',
  },
  categories: 'Categorías',
  allCategories: 'Todas',
  tools: { pause: 'Pausar', random: 'Al azar', showNsfw: 'Mostrar NSFW', hideNsfw: 'Ocultar NSFW' },
  empty: {
    noMatch: 'No se han encontrado GIF. Prueba con menos palabras o revisa la ortografía.',
    closest: 'Quizás quisiste decir',
    emptyCategory: 'Todavía no hay GIF en esta categoría.',
    onlyNsfw: 'Todos los GIF de aquí están marcados como NSFW. Activa “Mostrar NSFW” para verlos.',
    unknownCategory: 'Categoría no encontrada',
    unknownCategoryHint: 'Puede que haya cambiado de nombre o se haya eliminado. Elige una arriba.',
    searchAll: 'Buscar en todas las categorías',
    allGifs: 'Todos los GIF',
    makeOne: 'Crear uno',
  },
  firstGif: {
    heading: 'Crea el primer GIF',
    hint: 'Aquí nadie ha compartido ninguno todavía. Empieza con un video, un enlace o unas cuantas imágenes; es cuestión de segundos.',
    make: 'Crear un GIF',
    developers: (link) => html`¿Desarrollas software? <a href="${link}">Usa la API.</a>`,
  },
}
