import type { importTexts as english } from '../../en/client/import.ts'
import { formatCount, formatNumber } from '../format.ts'

const files = (count: number) => formatCount(count, { one: 'archivo', other: 'archivos' })

const sentOf = (sent: number, all: number) =>
  `${formatNumber(sent)} de ${formatCount(all, { one: 'archivo enviado', other: 'archivos enviados' })}`

export const importTexts: typeof english = {
  progress: sentOf,
  paused: (sent, all) => `En pausa. ${sentOf(sent, all)}`,
  waits: (seconds) => `El servidor está ocupado. Continúa en ${seconds} s.`,
  pause: 'Pausar',
  resume: 'Continuar',
  failed: (count) =>
    `${formatCount(count, { one: 'archivo no se ha podido', other: 'archivos no se han podido' })} enviar.`,
  lost: 'Se ha perdido la conexión.',
  tooMany: (max) => `A la vez se pueden enviar ${files(max)} como máximo: solo se envían los primeros.`,
  tooLarge: (name, limit) => `${name} ocupa más de ${limit}.`,
  nothing: 'No hay archivos en lo que has soltado.',
  reading: 'Leyendo carpetas…',
  allMade: 'Todos los archivos están listos.',
}
