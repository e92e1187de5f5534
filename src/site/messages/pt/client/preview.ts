import type { previewTexts as english } from '../../en/client/preview.ts'
import { formatBytes, formatCount } from '../format.ts'

export const previewTexts: typeof english = {
  alt: 'Seu GIF',
  play: 'Reproduzir',
  pause: 'Pausar',
  compare: 'Comparar',
  compareLong: 'Comparar com a origem',
  size: (gif) =>
    [
      `${gif.isAbout ? 'Cerca de ' : ''}${formatBytes(gif.bytes)}`,
      `${gif.width}\u{a0}×\u{a0}${gif.height}`,
      formatCount(gif.frames, { one: 'quadro', other: 'quadros' }),
    ].join(' · '),
  estimated: (bytes) =>
    `Cerca de ${formatBytes(bytes)}. Este trecho é longo demais para uma prévia, mas não para um GIF.`,
  download: 'Baixar',
  downloadHelp: 'Criado no seu navegador. Nada é enviado.',
  downloadHelpKept: 'Criado no seu navegador. Só a origem está no servidor.',
  downloading: (percent) => `Criando seu GIF: ${percent}%`,
  saved: (name) => `${name} foi salvo. Nada foi enviado.`,
  savedKept: (name) => `${name} foi salvo e não foi enviado.`,
  problems: {
    'does-not-fit': 'O GIF não cabe nesse limite de tamanho. Permita mais ou escolha um trecho mais curto.',
    'too-large': 'Este trecho é longo demais para o seu navegador. Use “Criar GIF”.',
    unreadable: 'Não é possível mostrar o GIF antes de criá-lo. “Criar GIF” funciona mesmo assim.',
    'old-browser':
      'Seu navegador é antigo demais para a prévia. Atualize-o para ver o GIF aqui. “Criar GIF” funciona mesmo assim.',
  },
}
