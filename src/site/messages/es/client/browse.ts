import type { browseTexts as english } from '../../en/client/browse.ts'
import { formatCount, formatNumber } from '../format.ts'

export const browseTexts: typeof english = {
  loading: 'Cargando más…',
  loaded: (added, total) =>
    `${formatCount(added, { one: 'GIF más', other: 'GIF más' })}, ${formatNumber(total)} en total.`,
  loadingFailed: 'No se han podido cargar más GIF. Usa el enlace a la página siguiente.',
  searchFailed: 'La búsqueda ha fallado. Pulsa Intro para intentarlo de nuevo.',
  dropHere: 'Suelta para crear un GIF',
  opening: 'Abriendo el editor…',
  notOpened: 'Este navegador no pudo guardar el archivo. Abre «Crear un GIF» y elígelo allí.',
}
