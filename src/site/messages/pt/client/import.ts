import type { importTexts as english } from '../../en/client/import.ts'
import { formatCount, formatNumber } from '../format.ts'

const files = (count: number) => formatCount(count, { one: 'arquivo', other: 'arquivos' })

export const importTexts: typeof english = {
  progress: (sent, all) => `Enviados: ${formatNumber(sent)} de ${files(all)}`,
  paused: (sent, all) => `Em pausa. Enviados: ${formatNumber(sent)} de ${files(all)}`,
  waits: (seconds) => `O servidor está ocupado. Continuando em ${seconds} s.`,
  pause: 'Pausar',
  resume: 'Continuar',
  failed: (count) => `Não foi possível enviar ${formatCount(count, { one: 'arquivo', other: 'arquivos' })}.`,
  lost: 'A conexão caiu.',
  tooMany: (max) =>
    `Só dá para enviar ${formatCount(max, { one: 'arquivo', other: 'arquivos' })} de uma vez: os primeiros.`,
  tooLarge: (name, limit) => `${name} é maior que ${limit}.`,
  nothing: 'Não há arquivos no que você soltou.',
  reading: 'Lendo pastas…',
  allMade: 'Todos os arquivos estão prontos.',
}
