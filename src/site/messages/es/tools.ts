import type { toolsMessages as english } from '../en/tools.ts'
import { formatCount } from './format.ts'

const frames = (count: number) => formatCount(count, { one: 'fotograma', other: 'fotogramas' })

export const toolsMessages: typeof english = {
  title: 'Herramientas para GIF',
  titleOf: (title) => `Modificar “${title}”`,
  description:
    'Reduce el peso de un GIF, cambia su tamaño, recórtalo, córtalo, inviértelo o únelo a otros, fotograma a fotograma.',
  lead: 'Modifica un GIF u otra animación. Los fotogramas quedan exactamente como están, salvo que cambies el tamaño, recortes o comprimas.',
  source: 'Animación',
  file: 'Elige un archivo',
  fileHint: (types, limit) => `${types}, hasta ${limit}.`,
  gif: 'O un GIF de este sitio',
  gifHint: 'Su enlace o su código.',
  facts: (bytes, width, height, count, length) =>
    `${bytes}, ${width} × ${height}, ${frames(count)}, ${length}`,
  changes: 'Cambios',
  groups: { cut: 'Cortar', play: 'Reproducción', size: 'Tamaño', append: 'Añadir animaciones' },
  fields: {
    start: 'Desde (segundos)',
    end: 'Hasta (segundos)',
    frames: 'Fotogramas',
    framesHint: 'Por ejemplo, 1-10,12x3,15-: x3 muestra un fotograma el triple de tiempo.',
    speed: 'Velocidad',
    speedHint: '2 es el doble de rápido.',
    reverse: 'Al revés',
    boomerang: 'Bumerán',
    boomerangHint: 'Se reproduce hacia delante y luego hacia atrás.',
    width: 'Ancho (píxeles)',
    widthHint: (max) => `Hasta ${max}; nunca más ancho de lo que es.`,
    crop: 'Recorte',
    cropHint: 'Izquierda, arriba, ancho y alto en píxeles, separados por comas.',
    maxBytes: 'Reducir el peso',
    anySize: 'Cualquier tamaño',
    atMost: (size) => `Como máximo ${size}`,
    preset: 'Comprimir',
    asItIs: 'Como está',
    append: 'GIF de este sitio para añadir',
    appendCodesHint: 'Enlaces o códigos, separados por comas.',
    appendFiles: 'Archivos para añadir',
    appendHint: (max, types) => `Hasta ${max}: ${types}.`,
  },
  strip: {
    title: 'Fotogramas',
    help: 'Haz clic, o usa las teclas de flecha y Espacio, para seleccionar. Supr elimina fotogramas; + y − cambian cuánto tiempo se muestran.',
  },
  result: {
    image: 'El GIF modificado',
    caption: 'Antes y después',
    before: 'Antes',
    after: 'Después',
    rows: { bytes: 'Tamaño del archivo', pixels: 'Píxeles', frames: 'Fotogramas', seconds: 'Duración' },
    download: 'Descargar GIF',
    zip: 'Fotogramas en ZIP',
    cancel: 'Cancelar',
  },
  save: {
    title: 'Guardar en la biblioteca',
    name: 'Título',
    nameHint: 'Opcional; si no, el nombre del archivo.',
    category: 'Categoría',
    submit: 'Guardar',
    hint: 'La página del nuevo GIF también lo ofrece como MP4 y WebP.',
  },
}
