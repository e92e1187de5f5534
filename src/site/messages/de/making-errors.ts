import type { AnimationFormat, makingErrors as english } from '../../../lib/errors/making-errors.ts'

const animationNames: Record<AnimationFormat, string> = {
  gif: 'Das GIF',
  webp: 'Das animierte WebP',
  png: 'Das animierte PNG',
}

/** A GIF by its number among several; the first has none. */
function gifName(number: number): string {
  return number === 1 ? 'Das GIF' : `GIF ${number}`
}

/** The sentences of errors about files and the GIFs that are made of them, in German. */
export const makingErrors: typeof english = {
  animationDamaged: ({ format }) => `${animationNames[format]} ist beschädigt und nicht lesbar.`,
  animationMemory: ({ format }) =>
    `${animationNames[format]} braucht mehr Arbeitsspeicher, als dieser Dienst dafür hat.`,
  animationPixels: ({ format }) => `${animationNames[format]} hat mehr Pixel, als dieser Dienst annimmt.`,
  animationTooManyFrames: ({ format, max }) => `${animationNames[format]} hat mehr als ${max} Bilder.`,
  animationTooSlow: ({ format }) => `${animationNames[format]} zu lesen dauert zu lange.`,
  clipFramesTooLarge: ({ megabytes, max }) =>
    `Die Bilder brauchen zusammen ${megabytes} MB, und ein solches GIF darf ${max} MB verwenden. Wähle einen kürzeren Ausschnitt, eine kleinere Breite oder weniger Bilder pro Sekunde.`,
  clipTooLarge: ({ about, max, seconds, width }) =>
    `Das GIF würde etwa ${about} MB groß; höchstens ${max} MB sind möglich. Wähle einen Ausschnitt von höchstens ${seconds} Sekunden, eine Breite von höchstens ${width} Pixeln oder ein \`max_bytes\`.`,
  clipTooLong: 'Der Ausschnitt ist zu lang für seine Größe; wähle einen kürzeren.',
  clipTooManyFrames: 'Der Ausschnitt hat mehr Bilder, als dieser Dienst annimmt; wähle einen kürzeren.',
  cropOutside: ({ width, height }) =>
    `Der Zuschnitt reicht über das Bild hinaus, das ${width} Pixel breit und ${height} hoch ist.`,
  decoderStopped: 'Der Decoder ist an der Datei gescheitert.',
  editTooLarge: ({ gif, width, height, megapixels }) =>
    `${gifName(gif)} ist dafür zu groß: ${width} × ${height} Pixel, und höchstens ${megapixels} Millionen sind erlaubt.`,
  editTooLong: ({ seconds, max }) =>
    `Das GIF würde ${seconds} Sekunden lang, und es darf höchstens ${max} lang sein; wähle weniger Bilder oder ein höheres \`speed\`.`,
  editTooManyFrames: ({ gif, max }) => `${gifName(gif)} ist dafür zu groß: mehr als ${max} Bilder.`,
  editTooManyPixels: ({ gif }) =>
    `${gifName(gif)} ist dafür zu groß: alle Bilder zusammen haben mehr Pixel, als eine Datei dieser Größe haben darf.`,
  fileDamaged: 'Die Datei ist beschädigt: Kein Bild darin ist lesbar.',
  framesNoSpace:
    'Auf dem Datenträger der temporären Dateien ist zu wenig Platz für die Bilder. Setze TMPDIR auf einen Ordner auf einem anderen oder nimm einen kürzeren oder kleineren Ausschnitt.',
  framesTooManyForSize:
    'Der Ausschnitt hat für seine Größe mehr Bilder, als dieser Dienst annimmt; wähle einen kürzeren.',
  framesWithoutTimes: 'Die Datei sagt nicht, wann ihre Bilder gezeigt werden.',
  gifEndsEarly: ({ gif }) => `${gifName(gif)} ist beschädigt: die Datei endet im ersten Bild.`,
  gifNoFrame: ({ gif }) => `${gifName(gif)} ist beschädigt: kein Bild darin.`,
  gifNoHeader: ({ gif }) => `${gifName(gif)} ist beschädigt: der Anfang ist abgeschnitten.`,
  gifNoPixel: ({ gif }) => `${gifName(gif)} ist beschädigt: kein Pixel ist lesbar.`,
  gifNoScreen: ({ gif }) => `${gifName(gif)} ist beschädigt: die Bildfläche hat keine Pixel.`,
  gifPixels: ({ gif }) => `${gifName(gif)} hat mehr Pixel, als dieser Dienst annimmt.`,
  keepDamagedFrames:
    'Die Animation kann nicht unverändert übernommen werden: nicht alle Bilder sind lesbar. Sie kann stattdessen neu erstellt werden.',
  keepFrameRate:
    'Die Animation kann nicht unverändert übernommen werden: mehr als 50 Bilder pro Sekunde. Sie kann stattdessen neu erstellt werden.',
  keepHighRange:
    'Die Animation kann nicht unverändert übernommen werden: in High Dynamic Range. Sie kann stattdessen neu erstellt werden.',
  keepInterlaced:
    'Die Animation kann nicht unverändert übernommen werden: mit Zeilensprung aufgenommen. Sie kann stattdessen neu erstellt werden.',
  keepSound:
    'Die Animation kann nicht unverändert übernommen werden: mit Ton, den ein GIF nicht hat. Sie kann stattdessen neu erstellt werden.',
  keepTooLarge: ({ width, height, megapixels }) =>
    `Die Animation kann nicht unverändert übernommen werden: ${width} × ${height} Pixel, und höchstens ${megapixels} Millionen sind erlaubt. Sie kann stattdessen neu erstellt werden.`,
  keepTooLong: ({ seconds, max }) =>
    `Die Animation kann nicht unverändert übernommen werden: sie dauert ${seconds} Sekunden, und höchstens ${max} sind erlaubt. Sie kann stattdessen neu erstellt werden.`,
  keepTooManyFrames: ({ max }) =>
    `Die Animation kann nicht unverändert übernommen werden: mehr als ${max} Bilder. Sie kann stattdessen neu erstellt werden.`,
  keepTooManyPixels:
    'Die Animation kann nicht unverändert übernommen werden: alle Bilder zusammen haben mehr Pixel, als eine Datei dieser Größe haben darf. Sie kann stattdessen neu erstellt werden.',
  layerUnknownKey: ({ path, key, known }) =>
    `\`${path}\` hat den unbekannten Schlüssel ${key}; bekannt sind ${known}.`,
  layersCover: ({ max }) =>
    `Die Texte und Bilder von \`layers\` bedecken zusammen mehr als das ${max}-Fache des GIFs; nimm weniger oder kleinere.`,
  makingFailed: 'Das GIF konnte nicht erstellt werden.',
  makingMemory: 'Das GIF zu erstellen braucht mehr Arbeitsspeicher, als dieser Dienst für eines hat.',
  makingProcessorTime: 'Das GIF zu erstellen braucht mehr Rechenzeit, als dieser Dienst für eines hat.',
  makingUnavailable: 'Gerade können keine GIFs erstellt werden; versuch es später noch einmal.',
  mustBeAfterStart: ({ name }) => `\`${name}\` muss größer als sein \`start\` sein.`,
  mustBeColor: ({ name }) => `\`${name}\` muss eine Farbe als #rrggbb oder #rrggbbaa sein.`,
  mustBeFewerLayers: ({ name, max, layers }) =>
    `\`${name}\` muss höchstens ${max} Ebenen, und das sind ${layers}, sein.`,
  mustBeFlatter: ({ name }) => `\`${name}\` muss ein Array von Objekten ohne tiefere Verschachtelung sein.`,
  mustBeJson: ({ name }) => `\`${name}\` muss gültiges JSON sein.`,
  mustBeLayerText: ({ name, max }) => `\`${name}\` muss ein Text von 1 bis ${max} Zeichen sein.`,
  mustBeLayers: ({ name }) => `\`${name}\` muss ein JSON-Array von Ebenen sein.`,
  mustBeObject: ({ name }) => `\`${name}\` muss ein Objekt sein.`,
  mustBeSentSticker: ({ name }) =>
    `\`${name}\` muss eines der Bilder in \`stickers[]\`, und keines wurde gesendet, sein.`,
  mustBeShorterJson: ({ name, kilobytes }) => `\`${name}\` muss höchstens ${kilobytes} KB JSON sein.`,
  mustBeSticker: ({ name, max }) =>
    `\`${name}\` muss eine ganze Zahl von 0 bis ${max} (welches der Bilder in \`stickers[]\`) sein.`,
  noVideoInFile: 'Die Datei enthält kein Video.',
  notAnimation: 'Die Datei ist keine Animation in einem zulässigen Format.',
  notConvertible: 'Die Datei ist kein HEIC-, TIFF- oder BMP-Bild.',
  notGif: ({ gif }) => `${gifName(gif)} ist beschädigt: kein GIF.`,
  notVideo: 'Die Datei ist kein Video in einem zulässigen Format.',
  notVideoOrPicture: 'Die Datei ist kein lesbares Video oder Bild.',
  onePictureDamaged: 'Das Bild ist beschädigt und nicht lesbar.',
  onePictureFormat: ({ format }) =>
    `Das Bild ist im Format ${format}, das hier nicht gelesen werden kann; sende stattdessen ein JPEG oder PNG.`,
  onePicturePixels: 'Das Bild hat mehr Pixel, als dieser Dienst annimmt.',
  onePictureTooSlow: 'Das Bild zu lesen dauert zu lange.',
  pictureDamaged: ({ place }) => `Bild ${place} ist beschädigt und nicht lesbar.`,
  pictureFormat: ({ place, format }) =>
    `Bild ${place} ist im Format ${format}, das hier nicht gelesen werden kann; sende stattdessen ein JPEG oder PNG.`,
  pictureFramesTooLarge: ({ megabytes, max }) =>
    `Die Bilder brauchen zusammen ${megabytes} MB, und ein solches GIF darf ${max} MB verwenden. Wähle weniger oder kleinere Bilder.`,
  pictureMemory: ({ place }) => `Bild ${place} braucht mehr Arbeitsspeicher, als dieser Dienst dafür hat.`,
  picturePixels: ({ place }) => `Bild ${place} hat mehr Pixel, als dieser Dienst annimmt.`,
  pictureTooSlow: ({ place }) => `Bild ${place} zu lesen dauert zu lange.`,
  pictureType: ({ place, types }) => `Bild ${place} muss eines davon sein: ${types}.`,
  picturesPixels:
    'Die Bilder haben zusammen mehr Pixel, als dieser Dienst annimmt; wähle weniger oder kleinere.',
  picturesTooLarge: ({ about, max, width }) =>
    `Das GIF würde etwa ${about} MB groß; höchstens ${max} MB sind möglich. Wähle weniger Bilder, eine Breite von höchstens ${width} Pixeln oder ein \`max_bytes\`.`,
  picturesTooMany: 'Für ihre Größe sind es zu viele Bilder; wähle weniger oder kleinere.',
  recordingUnfinished:
    'Die Datei ist eine unfertige Aufnahme oder ein unfertiger Upload: Sie endet, bevor ihr Verzeichnis oder ihr erstes Bild geschrieben war.',
  startAfterEnd: ({ seconds }) => `Das Video ist ${seconds} Sekunden lang; der Anfang muss davor liegen.`,
  stickerDamaged: ({ place }) => `Bild ${place} von \`stickers[]\` konnte nicht gelesen werden.`,
  stickerFrames: ({ place, max }) =>
    `Bild ${place} von \`stickers[]\` darf höchstens ${max} Einzelbilder haben.`,
  stickerPixels: ({ place, megapixels }) =>
    `Bild ${place} von \`stickers[]\` darf höchstens ${megapixels} Megapixel haben.`,
  stickerType: ({ place }) => `Bild ${place} von \`stickers[]\` muss eine PNG-, WebP- oder GIF-Datei sein.`,
  stickersPixels: ({ megapixels }) =>
    `Die Bilder in \`stickers[]\` dürfen zusammen höchstens ${megapixels} Megapixel haben.`,
  storedGifChanged: 'Das gespeicherte GIF ist nicht das übernommene.',
  videoCodec: 'Das Video ist auf eine Weise kodiert, die dieser Dienst nicht liest.',
  videoDamagedFrom: ({ time }) => `Das Video ist ab ${time} beschädigt; wähle einen anderen Teil.`,
  videoEncrypted: 'Das Video ist verschlüsselt.',
  videoPixels: 'Ein Bild des Videos hat mehr Pixel, als dieser Dienst annimmt.',
  videoStreams: 'Das Video hat mehr Spuren, als dieser Dienst annimmt.',
  videoTooManyFrames: 'Das Video hat mehr Bilder, als dieser Dienst annimmt.',
}
