import type { browseTexts as english } from '../../en/client/browse.ts'
import { formatCount, formatNumber } from '../format.ts'

export const browseTexts: typeof english = {
  loading: 'Carregando mais…',
  loaded: (added, total) =>
    `Mais ${formatCount(added, { one: 'GIF', other: 'GIFs' })}, ${formatNumber(total)} no total.`,
  loadingFailed: 'Não foi possível carregar mais GIFs. Use o link para a próxima página.',
  searchFailed: 'A busca falhou. Pressione Enter para tentar de novo.',
  dropHere: 'Solte para criar um GIF',
  opening: 'Abrindo o editor…',
  notOpened: 'Este navegador não conseguiu guardar o arquivo. Abra “Criar um GIF” e escolha-o lá.',
}
