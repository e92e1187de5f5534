import type { AnimationFormat, makingErrors as english } from '../../../lib/errors/making-errors.ts'

const animationNames: Record<AnimationFormat, string> = {
  gif: 'Le GIF',
  webp: 'Le WebP animé',
  png: 'Le PNG animé',
}

/** A GIF by its number among several; the first has none. */
function gifName(number: number): string {
  return number === 1 ? 'Le GIF' : `Le GIF ${number}`
}

/** The sentences of errors about files and the GIFs that are made of them, in French. */
export const makingErrors: typeof english = {
  animationDamaged: ({ format }) => `${animationNames[format]} est endommagé et illisible.`,
  animationMemory: ({ format }) =>
    `${animationNames[format]} demande plus de mémoire que ce service ne peut en accorder.`,
  animationPixels: ({ format }) => `${animationNames[format]} a plus de pixels que ce service n’en accepte.`,
  animationTooManyFrames: ({ format, max }) => `${animationNames[format]} a plus de ${max} images.`,
  animationTooSlow: ({ format }) => `${animationNames[format]} prend trop de temps à décoder.`,
  clipFramesTooLarge: ({ megabytes, max }) =>
    `Les images prennent ${megabytes} Mo ensemble, et un tel GIF peut en utiliser ${max} Mo. Choisissez un extrait plus court, une largeur plus petite ou moins d’images par seconde.`,
  clipTooLarge: ({ about, max, seconds, width }) =>
    `Le GIF prendrait environ ${about} Mo, et le maximum est de ${max} Mo. Choisissez un extrait de ${seconds} secondes au plus, une largeur de ${width} pixels au plus ou un \`max_bytes\`.`,
  clipTooLong: 'L’extrait est trop long pour sa taille ; choisissez-en un plus court.',
  clipTooManyFrames: 'L’extrait a plus d’images que ce service n’en accepte ; choisissez-en un plus court.',
  cropOutside: ({ width, height }) =>
    `Le recadrage dépasse l’image, qui fait ${width} pixels de large et ${height} de haut.`,
  decoderStopped: 'Le fichier a fait échouer le décodeur.',
  editTooLarge: ({ gif, width, height, megapixels }) =>
    `${gifName(gif)} est trop volumineux pour cela : ${width} × ${height} pixels, et le maximum est de ${megapixels} millions.`,
  editTooLong: ({ seconds, max }) =>
    `Le GIF durerait ${seconds} secondes, et il peut en durer ${max} au plus ; choisissez moins d’images ou une \`speed\` plus élevée.`,
  editTooManyFrames: ({ gif, max }) =>
    `${gifName(gif)} est trop volumineux pour cela : plus de ${max} images.`,
  editTooManyPixels: ({ gif }) =>
    `${gifName(gif)} est trop volumineux pour cela : ses images ont ensemble plus de pixels qu’un fichier de cette taille ne peut en avoir.`,
  fileDamaged: 'Le fichier est endommagé : aucune image n’y est lisible.',
  framesNoSpace:
    'Le disque des fichiers temporaires n’a pas assez d’espace libre pour les images. Placez TMPDIR dans un dossier d’un autre disque, ou prenez un extrait plus court ou plus petit.',
  framesTooManyForSize:
    'L’extrait a, pour sa taille, plus d’images que ce service n’en accepte ; choisissez-en un plus court.',
  framesWithoutTimes: 'Le fichier n’indique pas quand ses images sont affichées.',
  gifEndsEarly: ({ gif }) => `${gifName(gif)} est endommagé : le fichier se termine dans sa première image.`,
  gifNoFrame: ({ gif }) => `${gifName(gif)} est endommagé : aucune image à l’intérieur.`,
  gifNoHeader: ({ gif }) => `${gifName(gif)} est endommagé : l’en-tête est tronqué.`,
  gifNoPixel: ({ gif }) => `${gifName(gif)} est endommagé : aucun pixel n’est lisible.`,
  gifNoScreen: ({ gif }) => `${gifName(gif)} est endommagé : la surface n’a pas de pixels.`,
  gifPixels: ({ gif }) => `${gifName(gif)} a plus de pixels que ce service n’en accepte.`,
  keepDamagedFrames:
    'L’animation ne peut pas être conservée telle quelle : toutes ses images ne sont pas lisibles. Elle peut être recréée à la place.',
  keepFrameRate:
    'L’animation ne peut pas être conservée telle quelle : elle a plus de 50 images par seconde. Elle peut être recréée à la place.',
  keepHighRange:
    'L’animation ne peut pas être conservée telle quelle : elle est en HDR. Elle peut être recréée à la place.',
  keepInterlaced:
    'L’animation ne peut pas être conservée telle quelle : elle est entrelacée. Elle peut être recréée à la place.',
  keepSound:
    'L’animation ne peut pas être conservée telle quelle : elle a du son, et un GIF n’en a pas. Elle peut être recréée à la place.',
  keepTooLarge: ({ width, height, megapixels }) =>
    `L’animation ne peut pas être conservée telle quelle : ${width} × ${height} pixels, et le maximum est de ${megapixels} millions. Elle peut être recréée à la place.`,
  keepTooLong: ({ seconds, max }) =>
    `L’animation ne peut pas être conservée telle quelle : elle dure ${seconds} secondes, et le maximum est de ${max}. Elle peut être recréée à la place.`,
  keepTooManyFrames: ({ max }) =>
    `L’animation ne peut pas être conservée telle quelle : plus de ${max} images. Elle peut être recréée à la place.`,
  keepTooManyPixels:
    'L’animation ne peut pas être conservée telle quelle : ses images ont ensemble plus de pixels qu’un fichier de cette taille ne peut en avoir. Elle peut être recréée à la place.',
  layerUnknownKey: ({ path, key, known }) =>
    `\`${path}\` a la clé inconnue ${key} ; sont connues : ${known}.`,
  layersCover: ({ max }) =>
    `Les textes et images de \`layers\` couvrent ensemble plus de ${max} fois le GIF ; utilisez-en moins ou de plus petits.`,
  makingFailed: 'Le GIF n’a pas pu être créé.',
  makingMemory: 'Créer le GIF demande plus de mémoire que ce service n’en a pour un seul.',
  makingProcessorTime: 'Créer le GIF demande plus de temps processeur que ce service n’en a pour un seul.',
  makingUnavailable: 'Impossible de créer des GIF pour le moment ; réessayez plus tard.',
  mustBeAfterStart: ({ name }) => `\`${name}\` doit être supérieur à son \`start\`.`,
  mustBeColor: ({ name }) => `\`${name}\` doit être une couleur au format #rrggbb ou #rrggbbaa.`,
  mustBeFewerLayers: ({ name, max, layers }) =>
    `\`${name}\` doit être ${max} calques au plus, et il y en a ${layers}.`,
  mustBeFlatter: ({ name }) => `\`${name}\` doit être un tableau d’objets, sans autre imbrication.`,
  mustBeJson: ({ name }) => `\`${name}\` doit être du JSON valide.`,
  mustBeLayerText: ({ name, max }) => `\`${name}\` doit être un texte de 1 à ${max} caractères.`,
  mustBeLayers: ({ name }) => `\`${name}\` doit être un tableau JSON de calques.`,
  mustBeObject: ({ name }) => `\`${name}\` doit être un objet.`,
  mustBeSentSticker: ({ name }) =>
    `\`${name}\` doit être une des images de \`stickers[]\`, et aucune n’a été envoyée.`,
  mustBeShorterJson: ({ name, kilobytes }) => `\`${name}\` doit être ${kilobytes} Ko de JSON au plus.`,
  mustBeSticker: ({ name, max }) =>
    `\`${name}\` doit être un nombre entier de 0 à ${max} (laquelle des images de \`stickers[]\`).`,
  noVideoInFile: 'Le fichier ne contient pas de vidéo.',
  notAnimation: 'Le fichier n’est pas une animation d’un format accepté.',
  notConvertible: 'Le fichier n’est pas une image HEIC, TIFF ou BMP.',
  notGif: ({ gif }) => `${gifName(gif)} est endommagé : ce n’est pas un GIF.`,
  notVideo: 'Le fichier n’est pas une vidéo d’un format accepté.',
  notVideoOrPicture: 'Le fichier n’est ni une vidéo ni une image lisible.',
  onePictureDamaged: 'L’image est endommagée et illisible.',
  onePictureFormat: ({ format }) =>
    `L’image est au format ${format}, illisible ici ; envoyez plutôt un JPEG ou un PNG.`,
  onePicturePixels: 'L’image a plus de pixels que ce service n’en accepte.',
  onePictureTooSlow: 'L’image prend trop de temps à décoder.',
  pictureDamaged: ({ place }) => `L’image ${place} est endommagée et illisible.`,
  pictureFormat: ({ place, format }) =>
    `L’image ${place} est au format ${format}, illisible ici ; envoyez plutôt un JPEG ou un PNG.`,
  pictureFramesTooLarge: ({ megabytes, max }) =>
    `Les images prennent ${megabytes} Mo ensemble, et un tel GIF peut en utiliser ${max} Mo. Choisissez moins d’images ou de plus petites.`,
  pictureMemory: ({ place }) =>
    `L’image ${place} demande plus de mémoire que ce service ne peut en accorder.`,
  picturePixels: ({ place }) => `L’image ${place} a plus de pixels que ce service n’en accepte.`,
  pictureTooSlow: ({ place }) => `L’image ${place} prend trop de temps à décoder.`,
  pictureType: ({ place, types }) => `L’image ${place} doit être dans l’un de ces formats : ${types}.`,
  picturesPixels:
    'Les images ont ensemble plus de pixels que ce service n’en accepte ; choisissez-en moins ou de plus petites.',
  picturesTooLarge: ({ about, max, width }) =>
    `Le GIF prendrait environ ${about} Mo, et le maximum est de ${max} Mo. Choisissez moins d’images, une largeur de ${width} pixels au plus ou un \`max_bytes\`.`,
  picturesTooMany: 'Il y a trop d’images pour leur taille ; choisissez-en moins ou de plus petites.',
  recordingUnfinished:
    'Le fichier est un enregistrement ou un envoi inachevé : il s’arrête avant que son index ou sa première image ne soit écrit.',
  startAfterEnd: ({ seconds }) => `La vidéo dure ${seconds} secondes ; le début doit être avant.`,
  stickerDamaged: ({ place }) => `L’image ${place} de \`stickers[]\` n’a pas pu être lue.`,
  stickerFrames: ({ place, max }) => `L’image ${place} de \`stickers[]\` peut avoir ${max} images au plus.`,
  stickerPixels: ({ place, megapixels }) =>
    `L’image ${place} de \`stickers[]\` peut avoir ${megapixels} mégapixels au plus.`,
  stickerType: ({ place }) => `L’image ${place} de \`stickers[]\` doit être un fichier PNG, WebP ou GIF.`,
  stickersPixels: ({ megapixels }) =>
    `Les images de \`stickers[]\` peuvent avoir au plus ${megapixels} mégapixels au total.`,
  storedGifChanged: 'Le GIF stocké n’est pas celui qui a été conservé.',
  videoCodec: 'La vidéo est encodée d’une façon que ce service ne lit pas.',
  videoDamagedFrom: ({ time }) =>
    `La vidéo est endommagée à partir de ${time} ; choisissez une autre partie.`,
  videoEncrypted: 'La vidéo est chiffrée.',
  videoPixels: 'La vidéo a plus de pixels par image que ce service n’en accepte.',
  videoStreams: 'La vidéo a plus de pistes que ce service n’en accepte.',
  videoTooManyFrames: 'La vidéo a plus d’images que ce service n’en accepte.',
}
