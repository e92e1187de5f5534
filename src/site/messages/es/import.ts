import { html } from '../../../lib/html.ts'
import type { importMessages as english } from '../en/import.ts'
import { formatCount, formatNumber, plural } from './format.ts'

const files = (count: number) => formatCount(count, { one: 'archivo', other: 'archivos' })

const counted = (count: number, one: string, other: string) =>
  count > 0 && `${formatNumber(count)} ${plural(count, { one, other })}`

export const importMessages: typeof english = {
  title: 'Importar GIF',
  description: 'Trae tus GIF aquí, exactamente como son.',
  lead: 'Cada fotograma, tiempo y color queda como está, y sin marca de agua.',
  visitor: {
    heading: 'Inicia sesión para importar GIF',
    why: 'Los GIF importados pertenecen a una cuenta, para que después puedas etiquetarlos, ocultarlos y eliminarlos.',
    signUpClosed: 'Pide una al administrador.',
    signIn: 'Iniciar sesión',
    signUp: 'Crear una cuenta',
  },
  files: 'Archivos',
  filesHint: (each, all, max) =>
    `GIF, WebP y PNG animados, MP4 y WebM sin sonido: hasta ${each} cada uno. O un ZIP con ellos. ${formatNumber(max)} archivos y ${all} a la vez.`,
  drop: 'Suelta aquí GIF, carpetas o un ZIP',
  chooseFiles: 'Elegir archivos',
  chooseFolder: 'Elegir una carpeta',
  limits: (each, zip, max) => `Hasta ${formatNumber(max)} archivos de ${each} cada uno, o un ZIP de ${zip}.`,
  waitingLimit: (max) => `Hasta ${formatNumber(max)} de tus archivos pueden esperar a la vez.`,
  details: 'Para todos',
  detailsHint: 'Después puedes cambiar cada uno, o muchos a la vez.',
  category: 'Categoría',
  chooseCategory: 'Elige una categoría…',
  tags: 'Etiquetas',
  tagsHint: (max) => `Separadas por comas, hasta ${max}.`,
  folders: 'Usar los nombres de las carpetas como etiquetas',
  visibility: 'Quién puede verlos',
  submit: 'Importar',
  recent: 'Importaciones recientes',
  recentItem: (count, ago) => html`${files(count)}, ${ago}`,
  sending: {
    heading: 'Enviando',
    pause: 'Pausar',
    cancel: 'Cancelar',
    retry: 'Reintentar',
    failed: 'Sin enviar',
  },
  table: {
    title: 'Archivos importados',
    counts: (counts) =>
      [
        counted(counts.done, 'listo', 'listos'),
        counted(counts.making, 'en proceso', 'en proceso'),
        counted(counts.waiting, 'en espera', 'en espera'),
        counted(counts.exists, 'ya existente', 'ya existentes'),
        counted(counts.refused, 'rechazado', 'rechazados'),
        counted(counts.gone, 'eliminado', 'eliminados'),
      ]
        .filter((text) => text !== false)
        .join(' · '),
    leave: 'Puedes salir de esta página. Tus GIF se crean igualmente.',
    refresh: 'Actualizar',
    more: 'Importar más',
    caption: (total) => files(total),
    columns: {
      select: 'Seleccionar',
      gif: 'GIF',
      state: 'Estado',
      tags: 'Etiquetas',
      category: 'Categoría',
      rating: 'Clasificación',
      visibility: 'Visible para',
      alt: 'Descripción',
    },
    states: {
      waiting: 'En espera',
      making: 'En proceso',
      done: 'Listo',
      exists: 'Ya existente',
      refused: 'Rechazado',
      gone: 'Eliminado',
    },
    none: 'Ninguna',
    edit: 'Editar',
    unrated: 'Sin clasificar',
    all: (total) => `Todos los de esta importación (${formatNumber(total)}), no solo los seleccionados`,
    delete: 'Eliminar…',
    done: {
      change: (count) => `${formatCount(count, { one: 'archivo cambiado', other: 'archivos cambiados' })}.`,
      delete: (count) => `${formatCount(count, { one: 'archivo eliminado', other: 'archivos eliminados' })}.`,
      remake: (count) =>
        `${formatCount(count, { one: 'archivo se convertirá', other: 'archivos se convertirán' })} en GIF.`,
    },
    moreRefused: (listed: number, more: number) =>
      `Solo se muestran los primeros ${formatNumber(listed)} archivos rechazados; se rechazaron ${formatNumber(more)} más.`,
    unchanged: (count) =>
      `${files(count)} sin cambios: ${plural(count, { one: 'rechazado', other: 'rechazados' })}, en proceso o de otra cuenta.`,
    remake: 'Crear GIF con ellos',
    remakeHint: (count) =>
      `${formatCount(count, { one: 'archivo supera', other: 'archivos superan' })} algún límite para conservarse sin cambios. Aun así es posible crear GIF con ellos.`,
    deleteTitle: (count) => `¿Eliminar ${files(count)}?`,
    deleteHeading: (count) => `¿Eliminar ${files(count)} definitivamente?`,
    deleteExplanation:
      'Sus GIF se eliminan de inmediato y lo que sigue en espera no se crea. Los GIF que ya estaban aquí se conservan.',
    deleteConfirm: (count) => `Eliminar ${files(count)}`,
    deleteCancel: 'Conservarlos',
  },
}
