import type { previewTexts as english } from '../../en/client/preview.ts'
import { formatBytes, formatCount } from '../format.ts'

export const previewTexts: typeof english = {
  alt: 'Tu GIF',
  play: 'Reproducir',
  pause: 'Pausar',
  compare: 'Comparar',
  compareLong: 'Comparar con el origen',
  size: (gif) =>
    [
      `${gif.isAbout ? 'Unos ' : ''}${formatBytes(gif.bytes)}`,
      `${gif.width}\u{a0}×\u{a0}${gif.height}`,
      formatCount(gif.frames, { one: 'fotograma', other: 'fotogramas' }),
    ].join(' · '),
  estimated: (bytes) =>
    `Unos ${formatBytes(bytes)}. Este fragmento es demasiado largo para una vista previa, pero no para un GIF.`,
  download: 'Descargar',
  downloadHelp: 'Se crea en tu navegador. No se sube nada.',
  downloadHelpKept: 'Se crea en tu navegador. En el servidor solo está el origen.',
  downloading: (percent) => `Creando tu GIF: ${percent}\u00A0%`,
  saved: (name) => `${name} se ha guardado. No se ha subido nada.`,
  savedKept: (name) => `${name} se ha guardado y no se ha subido.`,
  problems: {
    'does-not-fit': 'El GIF no cabe en ese tamaño máximo. Permite más o elige un fragmento más corto.',
    'too-large': 'Este fragmento es demasiado largo para tu navegador. Usa “Crear GIF”.',
    unreadable: 'El GIF no se puede mostrar antes de crearlo. “Crear GIF” funciona igualmente.',
    'old-browser':
      'Tu navegador es demasiado antiguo para la vista previa. Actualízalo para ver el GIF aquí. “Crear GIF” funciona igualmente.',
  },
}
