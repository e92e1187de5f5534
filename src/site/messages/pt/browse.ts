import { html } from '../../../lib/html.ts'
import type { browseMessages as english } from '../en/browse.ts'

export const browseMessages: typeof english = {
  description: (siteName) => `GIFs para ver, buscar e copiar em ${siteName}.`,
  feedTitle: (siteName, text) => (text === '' ? `GIFs mais novos · ${siteName}` : `“${text}” · ${siteName}`),
  newest: 'GIFs mais novos',
  popular: 'GIFs mais populares',
  trending: 'Em alta',
  trendingSearches: 'Buscas em alta',
  searchHeading: (text) => `“${text}”`,
  searchInCategory: (text, category) => `“${text}” em ${category}`,
  correctedHeading: (text) => `Mostrando resultados para “${text}”`,
  note: {
    searchInstead: (text) => `Buscar por “${text}”`,
    exactOnly: 'Só aparecem resultados exatos.',
    includeClose: 'Incluir resultados parecidos',
    partial: 'Nenhum GIF tem todas as palavras. Estes têm a maioria delas.',
  },
  sort: { label: 'Ordenar', relevance: 'Mais relevantes', newest: 'Mais novos', popular: 'Mais populares' },
  categories: 'Categorias',
  allCategories: 'Todas',
  tools: { pause: 'Pausar', random: 'Aleatório', showNsfw: 'Mostrar NSFW', hideNsfw: 'Ocultar NSFW' },
  empty: {
    noMatch: 'Nenhum GIF encontrado. Tente menos palavras ou confira a grafia.',
    closest: 'Você quis dizer',
    emptyCategory: 'Ainda não há GIFs nesta categoria.',
    onlyNsfw: 'Todos os GIFs daqui estão marcados como NSFW. Ative “Mostrar NSFW” para vê-los.',
    unknownCategory: 'Categoria não encontrada',
    unknownCategoryHint: 'Ela pode ter sido renomeada ou removida. Escolha uma acima.',
    searchAll: 'Buscar em todas as categorias',
    allGifs: 'Todos os GIFs',
    makeOne: 'Crie um',
  },
  firstGif: {
    heading: 'Crie o primeiro GIF',
    hint: 'Ninguém compartilhou um aqui ainda. Comece com um vídeo, um link ou algumas imagens; leva segundos.',
    make: 'Criar um GIF',
    developers: (link) => html`É desenvolvedor? <a href="${link}">Use a API.</a>`,
  },
}
