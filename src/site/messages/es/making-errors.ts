import type { AnimationFormat, makingErrors as english } from '../../../lib/errors/making-errors.ts'

const animationNames: Record<AnimationFormat, string> = {
  gif: 'El GIF',
  webp: 'El WebP animado',
  png: 'El PNG animado',
}

/** A GIF by its number among several; the first has none. */
function gifName(number: number): string {
  return number === 1 ? 'El GIF' : `El GIF ${number}`
}

/** The sentences of errors about files and the GIFs that are made of them, in Spanish. */
export const makingErrors: typeof english = {
  animationDamaged: ({ format }) => `${animationNames[format]} está dañado y no se ha podido leer.`,
  animationMemory: ({ format }) =>
    `${animationNames[format]} necesita más memoria de la que este servicio le da.`,
  animationPixels: ({ format }) =>
    `${animationNames[format]} tiene más píxeles de los que acepta este servicio.`,
  animationTooManyFrames: ({ format, max }) => `${animationNames[format]} tiene más de ${max} fotogramas.`,
  animationTooSlow: ({ format }) => `Leer ${animationNames[format]} lleva demasiado tiempo.`,
  clipFramesTooLarge: ({ megabytes, max }) =>
    `Los fotogramas ocupan ${megabytes} MB en total, y un GIF así puede usar ${max} MB. Elige un fragmento más corto, un ancho menor o menos fotogramas por segundo.`,
  clipTooLarge: ({ about, max, seconds, width }) =>
    `El GIF ocuparía unos ${about} MB y el máximo es ${max} MB. Elige un fragmento de ${seconds} segundos como máximo, un ancho de ${width} píxeles como máximo o un \`max_bytes\`.`,
  clipTooLong: 'El fragmento es demasiado largo para su tamaño; elige uno más corto.',
  clipTooManyFrames:
    'El fragmento tiene más fotogramas de los que acepta este servicio; elige uno más corto.',
  cropOutside: ({ width, height }) =>
    `El recorte se sale de la imagen, que tiene ${width} píxeles de ancho y ${height} de alto.`,
  decoderStopped: 'El archivo ha detenido el decodificador.',
  editTooLarge: ({ gif, width, height, megapixels }) =>
    `${gifName(gif)} es demasiado grande para esto: tiene ${width} × ${height} píxeles, y el máximo son ${megapixels} millones.`,
  editTooLong: ({ seconds, max }) =>
    `El GIF duraría ${seconds} segundos, y puede durar ${max} como máximo; elige menos fotogramas o un \`speed\` mayor.`,
  editTooManyFrames: ({ gif, max }) =>
    `${gifName(gif)} es demasiado grande para esto: tiene más de ${max} fotogramas.`,
  editTooManyPixels: ({ gif }) =>
    `${gifName(gif)} es demasiado grande para esto: todos sus fotogramas tienen más píxeles de los que puede tener un archivo de su tamaño.`,
  fileDamaged: 'El archivo está dañado: no se ha podido leer ninguna imagen.',
  framesNoSpace:
    'El disco de los archivos temporales no tiene espacio para los fotogramas. Pon TMPDIR en una carpeta de otro disco o usa un fragmento más corto o pequeño.',
  framesTooManyForSize:
    'El fragmento tiene más fotogramas de los que acepta este servicio para su tamaño; elige uno más corto.',
  framesWithoutTimes: 'El archivo no indica cuándo se muestran sus fotogramas.',
  gifEndsEarly: ({ gif }) => `${gifName(gif)} está dañado: el archivo termina en su primer fotograma.`,
  gifNoFrame: ({ gif }) => `${gifName(gif)} está dañado: no tiene ningún fotograma.`,
  gifNoHeader: ({ gif }) => `${gifName(gif)} está dañado: la cabecera está cortada.`,
  gifNoPixel: ({ gif }) => `${gifName(gif)} está dañado: no se puede leer ningún píxel.`,
  gifNoScreen: ({ gif }) => `${gifName(gif)} está dañado: su área no tiene píxeles.`,
  gifPixels: ({ gif }) => `${gifName(gif)} tiene más píxeles de los que acepta este servicio.`,
  keepDamagedFrames:
    'La animación no se puede conservar como está: no todos los fotogramas se pueden leer. En su lugar, se puede volver a crear.',
  keepFrameRate:
    'La animación no se puede conservar como está: tiene más de 50 fotogramas por segundo. En su lugar, se puede volver a crear.',
  keepHighRange:
    'La animación no se puede conservar como está: está en alto rango dinámico. En su lugar, se puede volver a crear.',
  keepInterlaced:
    'La animación no se puede conservar como está: está entrelazada. En su lugar, se puede volver a crear.',
  keepSound:
    'La animación no se puede conservar como está: tiene sonido, y un GIF no lo tiene. En su lugar, se puede volver a crear.',
  keepTooLarge: ({ width, height, megapixels }) =>
    `La animación no se puede conservar como está: tiene ${width} × ${height} píxeles, y el máximo son ${megapixels} millones. En su lugar, se puede volver a crear.`,
  keepTooLong: ({ seconds, max }) =>
    `La animación no se puede conservar como está: dura ${seconds} segundos, y el máximo son ${max}. En su lugar, se puede volver a crear.`,
  keepTooManyFrames: ({ max }) =>
    `La animación no se puede conservar como está: tiene más de ${max} fotogramas. En su lugar, se puede volver a crear.`,
  keepTooManyPixels:
    'La animación no se puede conservar como está: todos sus fotogramas tienen más píxeles de los que puede tener un archivo de su tamaño. En su lugar, se puede volver a crear.',
  layerUnknownKey: ({ path, key, known }) =>
    `\`${path}\` tiene la clave desconocida ${key}; las conocidas son ${known}.`,
  layersCover: ({ max }) =>
    `Los textos y las imágenes de \`layers\` cubren en total más de ${max} veces el GIF; usa menos o más pequeños.`,
  makingFailed: 'No se pudo crear el GIF.',
  makingMemory: 'Crear el GIF requiere más memoria de la que este servicio tiene para uno.',
  makingProcessorTime: 'Crear el GIF requiere más tiempo de procesador del que este servicio tiene para uno.',
  makingUnavailable: 'Ahora no se pueden crear GIF; inténtalo más tarde.',
  mustBeAfterStart: ({ name }) => `\`${name}\` debe ser mayor que su \`start\`.`,
  mustBeColor: ({ name }) => `\`${name}\` debe ser un color como #rrggbb o #rrggbbaa.`,
  mustBeFewerLayers: ({ name, max, layers }) =>
    `\`${name}\` debe ser como máximo ${max} capas, y estas son ${layers}.`,
  mustBeFlatter: ({ name }) => `\`${name}\` debe ser un array de objetos, sin más niveles.`,
  mustBeJson: ({ name }) => `\`${name}\` debe ser JSON válido.`,
  mustBeLayerText: ({ name, max }) => `\`${name}\` debe ser un texto de 1 a ${max} caracteres.`,
  mustBeLayers: ({ name }) => `\`${name}\` debe ser un array JSON de capas.`,
  mustBeObject: ({ name }) => `\`${name}\` debe ser un objeto.`,
  mustBeSentSticker: ({ name }) =>
    `\`${name}\` debe ser una de las imágenes de \`stickers[]\`, y no se envió ninguna.`,
  mustBeShorterJson: ({ name, kilobytes }) => `\`${name}\` debe ser como máximo ${kilobytes} KB de JSON.`,
  mustBeSticker: ({ name, max }) =>
    `\`${name}\` debe ser un número entero de 0 a ${max}: cuál de las imágenes de \`stickers[]\`.`,
  noVideoInFile: 'El archivo no contiene ningún video.',
  notAnimation: 'El archivo no es una animación en un formato admitido.',
  notConvertible: 'El archivo no es una imagen HEIC, TIFF ni BMP.',
  notGif: ({ gif }) => `${gifName(gif)} está dañado: no es un GIF.`,
  notVideo: 'El archivo no es un video de un formato admitido.',
  notVideoOrPicture: 'El archivo no es un video ni una imagen que se pueda leer.',
  onePictureDamaged: 'La imagen está dañada y no se puede leer.',
  onePictureFormat: ({ format }) =>
    `La imagen está en ${format}, que aquí no se puede leer; envía un JPEG o PNG en su lugar.`,
  onePicturePixels: 'La imagen tiene más píxeles de los que acepta este servicio.',
  onePictureTooSlow: 'Leer la imagen lleva demasiado tiempo.',
  pictureDamaged: ({ place }) => `La imagen ${place} está dañada y no se puede leer.`,
  pictureFormat: ({ place, format }) =>
    `La imagen ${place} está en ${format}, que aquí no se puede leer; envía un JPEG o PNG en su lugar.`,
  pictureFramesTooLarge: ({ megabytes, max }) =>
    `Los fotogramas ocupan ${megabytes} MB en total, y un GIF así puede usar ${max} MB. Elige menos imágenes o más pequeñas.`,
  pictureMemory: ({ place }) => `La imagen ${place} necesita más memoria de la que este servicio le da.`,
  picturePixels: ({ place }) => `La imagen ${place} tiene más píxeles de los que acepta este servicio.`,
  pictureTooSlow: ({ place }) => `La imagen ${place} tarda demasiado en leerse.`,
  pictureType: ({ place, types }) => `La imagen ${place} debe ser uno de estos formatos: ${types}.`,
  picturesPixels:
    'Las imágenes suman más píxeles de los que acepta este servicio; elige menos o más pequeñas.',
  picturesTooLarge: ({ about, max, width }) =>
    `El GIF ocuparía unos ${about} MB y el máximo es ${max} MB. Elige menos imágenes, un ancho de ${width} píxeles como máximo o un \`max_bytes\`.`,
  picturesTooMany: 'Hay demasiadas imágenes para su tamaño; elige menos o más pequeñas.',
  recordingUnfinished:
    'El archivo es una grabación o una subida sin terminar: acaba antes de que se escribiera su índice o su primera imagen.',
  startAfterEnd: ({ seconds }) => `El video dura ${seconds} segundos; el inicio debe ser anterior.`,
  stickerDamaged: ({ place }) => `La imagen ${place} de \`stickers[]\` no se pudo leer.`,
  stickerFrames: ({ place, max }) =>
    `La imagen ${place} de \`stickers[]\` puede tener como máximo ${max} fotogramas.`,
  stickerPixels: ({ place, megapixels }) =>
    `La imagen ${place} de \`stickers[]\` puede tener como máximo ${megapixels} megapíxeles.`,
  stickerType: ({ place }) => `La imagen ${place} de \`stickers[]\` debe ser un archivo PNG, WebP o GIF.`,
  stickersPixels: ({ megapixels }) =>
    `Las imágenes de \`stickers[]\` pueden tener como máximo ${megapixels} megapíxeles en total.`,
  storedGifChanged: 'El GIF guardado no es el que se conservó.',
  videoCodec: 'El video está codificado de un modo que este servicio no lee.',
  videoDamagedFrom: ({ time }) => `El video está dañado a partir de ${time}; elige otra parte.`,
  videoEncrypted: 'El video está cifrado.',
  videoPixels: 'Los fotogramas del video tienen más píxeles de los que acepta este servicio.',
  videoStreams: 'El video tiene más pistas de las que acepta este servicio.',
  videoTooManyFrames: 'El video tiene más fotogramas de los que acepta este servicio.',
}
