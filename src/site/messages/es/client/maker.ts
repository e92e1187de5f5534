import type { makerTexts as english } from '../../en/client/maker.ts'
import { formatCount, formatOrdinal, plural } from '../format.ts'

const pictures = (count: number) => formatCount(count, { one: 'imagen', other: 'imágenes' })

export const makerTexts: typeof english = {
  source: {
    link: 'el enlace',
    onePicture: 'la imagen',
    manyPictures: (count) => `las ${pictures(count)}`,
    video: 'el video',
    linkHelp: 'Escribe un enlace a una página web o a un video que empiece por https://',
    none: 'Primero elige un video o imágenes, o pega un enlace.',
    noLink: 'Escribe el enlace de un video.',
    allRemoved: 'Se han quitado todas las imágenes. Elige otras, o un video.',
    picturesName: 'Imágenes',
    untitled: 'Sin título',
    replace: (current, other) => `Un GIF tiene un solo origen. ¿Reemplazar ${current} por ${other}?`,
    use: (other) => `Usar ${other}`,
    keep: (current) => `Conservar ${current}`,
  },
  files: {
    damaged: (file) => `${file} está dañado y se ha omitido.`,
    empty: (file) => `${file} está vacío.`,
    unknown: (file) => `${file} no es un video ni una imagen que podamos leer.`,
    oneVideo: (file) => `${file} se ha omitido: un GIF se crea a partir de un solo video.`,
    notPicture: (file) => `${file} se ha omitido: es un video, no una imagen.`,
    tooLarge: (file, size, limit) => `${file} ocupa ${size} y el límite es ${limit}.`,
    slightlyMore: (limit) => `un poco más de ${limit}`,
  },
  prepared: {
    label: 'Preparando el origen',
    fetching: 'Obteniendo el video…',
    sending:
      'Tu navegador no puede reproducir este archivo. Enviándolo al servidor para crear una vista previa…',
    converting: 'Creando una vista previa…',
    waiting: (position) => `Esperando una vista previa, número ${position} en la cola.`,
    without: 'Puedes crear el GIF igualmente: escribe el inicio y el fin.',
    part: (shown, whole) => `Se muestran ${shown} de ${whole}.`,
    more: 'Mostrar más',
    pictures: (done, count) => `Convirtiendo imágenes: ${done} de ${count}`,
  },
  details: {
    tooManyTags: (count, limit) => `Son ${count} etiquetas y el límite es ${limit}.`,
    tagTooLong: (tag, limit) =>
      `“${tag}…” es demasiado larga: una etiqueta puede tener hasta ${limit} caracteres.`,
  },
  pictures: {
    count: pictures,
    bytes: (size, limit) => `${size} de ${limit}`,
    tooFew: 'Añade otra imagen: un GIF necesita al menos dos.',
    tooLarge: (size, limit) => `Las imágenes ocupan ${size} en total y el límite es ${limit}. Quita alguna.`,
    tooMany: (taken, limit) =>
      `Solo se han añadido las primeras ${taken}: un GIF puede tener hasta ${pictures(limit)}.`,
    keepProportions: 'Mantener proporciones',
    removed: (left) => (left === 1 ? 'Quitada. Queda 1 imagen.' : `Quitada. Quedan ${pictures(left)}.`),
    moved: (place, count) => `Ahora es la imagen ${place} de ${count}.`,
    label: (place, count, file) => `Imagen ${place} de ${count}: ${file}`,
    action: (action, place) => `${action}: imagen ${place}`,
    actions: { earlier: 'Mover hacia delante', later: 'Mover hacia atrás', remove: 'Quitar' },
  },
  preview: { play: 'Reproducir la vista previa', pause: 'Pausar la vista previa' },
  clip: {
    length: (ofGif, ofClip) => `${ofGif}, de ${ofClip} de video`,
    useLess: (seconds) => `A esta velocidad, usa ${seconds} s o menos.`,
    endFollows: (end) => `El fin se ha movido a ${end} s.`,
    startFollows: (start) => `El inicio se ha movido a ${start} s.`,
    pastVideo: (seconds) => `El video termina en ${seconds} s. Elige un inicio anterior.`,
    endFirst: 'El fin debe ser posterior al inicio.',
    endCut: (end) => `El fin se ha movido a ${end} s: el video termina ahí.`,
    endMoved: (end, limit) => `El fin se ha movido a ${end} s: un fragmento puede durar hasta ${limit} s.`,
    startMoved: (start, limit) =>
      `El inicio se ha movido a ${start} s: un fragmento puede durar hasta ${limit} s.`,
    animationCut: (length, used) =>
      `Esta animación dura ${length}. Se han seleccionado los primeros ${used}.`,
    animation: (length) => `Esta animación dura ${length}. Cambia el inicio o el fin para usar una parte.`,
    part: (from, to) => `de ${from} a ${to}`,
    seconds: (count) => `${count} ${plural(count, { one: 'segundo', other: 'segundos' })}`,
    minutes: (count) => `${count} ${plural(count, { one: 'minuto', other: 'minutos' })}`,
  },
  crop: {
    label: (crop) => `Recorte: ${crop}`,
    spoken: (width, height, x, y) =>
      `${width} por ${height} píxeles, a ${x} de la izquierda y a ${y} de arriba`,
    size: (width, height) => `${width} × ${height} píxeles`,
  },
  otherSize: 'Otro tamaño…',
  layersNotLoaded: 'El editor no se ha cargado. Pulsa un botón para intentarlo de nuevo.',
  progress: {
    sending: 'Enviando',
    sent: 'Enviado. Comprobando tus archivos',
    queued: 'En la cola',
    next: 'Te toca a continuación',
    position: (place) => `${formatOrdinal(place, { other: '.º' })} en la cola`,
    startsItself: 'Empieza automáticamente.',
    making: 'Creando tu GIF',
    steps: {
      preparing: 'Preparando',
      fetching: 'Obteniendo el video',
      rendering: 'Creando tu GIF',
      storing: 'Guardando',
    },
    done: 'Listo',
    lost: 'Sin conexión. Reintentando…',
    percent: (percent) => `${percent}\u00A0%`,
    spokenPercent: (step, percent) => `${step}, ${percent} por ciento`,
    lostWhileSending: 'Se ha perdido la conexión. No se ha perdido nada de esta página: inténtalo de nuevo.',
    unavailable: 'El servicio no ha podido aceptarlo ahora. Inténtalo de nuevo en un momento.',
  },
  recent: {
    ready: (title) => `${title} está listo`,
    failed: (title) => `${title} no se ha podido crear`,
    remove: (title) => `Quitar “${title}” de la lista`,
    noConnection: 'sin conexión',
    waiting: 'en la cola',
    done: 'listo',
    error: 'no se ha podido crear',
  },
}
