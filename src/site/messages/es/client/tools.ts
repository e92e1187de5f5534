import type { toolsTexts as english } from '../../en/client/tools.ts'
import { formatCount, formatNumber, formats } from '../format.ts'

const frames = (count: number) => formatCount(count, { one: 'fotograma', other: 'fotogramas' })

export const toolsTexts: typeof english = {
  reading: 'Leyendo la animación…',
  making: 'Creando el GIF…',
  canceled: 'Cancelado. Cambia algo para intentarlo de nuevo.',
  unreadable: 'Tu navegador no puede abrir este archivo aquí. Pulsa “Guardar” y el servidor lo convertirá.',
  notFound: 'No se ha podido cargar el GIF. Vuelve a cargar la página para intentarlo de nuevo.',
  tooLarge:
    'Esta animación es demasiado grande para tu navegador. Pulsa “Guardar” y el servidor lo intentará.',
  damaged: 'Este GIF está dañado y no se pueden leer sus fotogramas.',
  invalid: 'Revisa el campo marcado.',
  cropOutside: 'El recorte se sale de la imagen.',
  stopped: 'Tu navegador se ha quedado sin memoria. Usa menos fotogramas o más pequeños.',
  oldBrowser:
    'Tu navegador es demasiado antiguo para crear GIF. Actualízalo o pulsa Guardar y lo hará el servidor.',
  approximated: (count) =>
    `${formatCount(count, { one: 'fotograma tiene', other: 'fotogramas tienen' })} más de 256 colores; los menos frecuentes se han reemplazado por otros parecidos.`,
  done: (before, after, percent) =>
    percent === 0
      ? `${before} → ${after}`
      : `${before} → ${after} (${percent > 0 ? '+' : '−'}${formatNumber(Math.abs(percent))}\u00A0%)`,
  converting: (format, percent) => `Creando el ${format}… ${percent} %`,
  converted: (format, change) => `${format}: ${change}`,
  cannotConvert: (format) =>
    `Tu navegador no ha podido crear el ${format}. Pulsa “Guardar”: la página del GIF lo ofrece.`,
  pixels: (width, height) => `${width} × ${height}`,
  seconds: (milliseconds) => formats.formatDuration(milliseconds),
  bytes: (bytes) => formats.formatBytes(bytes),
  archive: 'Empaquetando los fotogramas…',
  strip: {
    frame: (number, milliseconds) => `Fotograma ${number}, ${formatNumber(milliseconds)} ms`,
    held: (times) => `×${times}`,
    selectAll: 'Seleccionar todo',
    remove: 'Eliminar',
    longer: 'Más tiempo',
    shorter: 'Menos tiempo',
    undo: 'Deshacer',
    redo: 'Rehacer',
    count: (count, all) => `${formatNumber(count)} de ${frames(all)}`,
    last: 'Un GIF tiene al menos un fotograma.',
  },
  saving: 'Guardando…',
  saveFailed: 'No se ha podido guardar el GIF. Comprueba tu conexión e inténtalo de nuevo.',
}
