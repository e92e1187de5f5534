export type AnimationFormat = 'gif' | 'webp' | 'png'

const animationNames: Record<AnimationFormat, string> = {
  gif: 'The GIF',
  webp: 'The animated WebP',
  png: 'The animated PNG',
}

/** Names a GIF by its number among several; the first has no number. */
function gifName(number: number): string {
  return number === 1 ? 'The GIF' : `GIF ${number}`
}

/** The English sentences of errors about files and the GIFs made of them. */
export const makingErrors = {
  animationDamaged: ({ format }: { format: AnimationFormat }) =>
    `${animationNames[format]} is damaged and could not be decoded.`,
  animationMemory: ({ format }: { format: AnimationFormat }) =>
    `${animationNames[format]} takes more memory than this service gives it.`,
  animationPixels: ({ format }: { format: AnimationFormat }) =>
    `${animationNames[format]} has more pixels than this service accepts.`,
  animationTooManyFrames: ({ format, max }: { format: AnimationFormat; max: number }) =>
    `${animationNames[format]} has more than ${max} frames.`,
  animationTooSlow: ({ format }: { format: AnimationFormat }) =>
    `${animationNames[format]} takes too long to be decoded.`,
  clipFramesTooLarge: ({ megabytes, max }: { megabytes: number; max: number }) =>
    `The frames take ${megabytes} MB together, and such a GIF may use ${max} MB. Choose a shorter clip, a smaller width or fewer frames a second.`,
  clipTooLarge: ({
    about,
    max,
    seconds,
    width,
  }: {
    about: number
    max: number
    seconds: number
    width: number
  }) =>
    `The GIF would take about ${about} MB, and ${max} MB is the most. Choose a clip of at most ${seconds} seconds, a width of at most ${width} pixels or a \`max_bytes\`.`,
  clipTooLong: 'The clip is too long for its size; choose a shorter one.',
  clipTooManyFrames: 'The clip has more frames than this service accepts; choose a shorter one.',
  cropOutside: ({ width, height }: { width: number; height: number }) =>
    `The crop reaches over the picture, which is ${width} pixels wide and ${height} high.`,
  decoderStopped: 'The file made the decoder stop.',
  editTooLarge: ({
    gif,
    width,
    height,
    megapixels,
  }: {
    gif: number
    width: number
    height: number
    megapixels: number
  }) =>
    `${gifName(gif)} is too large for this: it has ${width} x ${height} pixels, and the most is ${megapixels} million.`,
  editTooLong: ({ seconds, max }: { seconds: number; max: number }) =>
    `The GIF would be ${seconds} seconds long, and it may be at most ${max}; choose fewer frames or a higher \`speed\`.`,
  editTooManyFrames: ({ gif, max }: { gif: number; max: number }) =>
    `${gifName(gif)} is too large for this: it has more than ${max} frames.`,
  editTooManyPixels: ({ gif }: { gif: number }) =>
    `${gifName(gif)} is too large for this: it has more pixels in all its frames than a file of its size may.`,
  fileDamaged: 'The file is damaged: no picture in it could be decoded.',
  framesNoSpace:
    'The disk of the temporary files has too little free space for the frames. Set TMPDIR to a folder on another one, or take a shorter or smaller clip.',
  framesTooManyForSize:
    'The clip has more frames than this service accepts for their size; choose a shorter one.',
  framesWithoutTimes: 'The file does not say when its frames are shown.',
  gifEndsEarly: ({ gif }: { gif: number }) => `${gifName(gif)} is damaged: it ends within its first frame.`,
  gifNoFrame: ({ gif }: { gif: number }) => `${gifName(gif)} is damaged: it has no frame.`,
  gifNoHeader: ({ gif }: { gif: number }) => `${gifName(gif)} is damaged: its header is cut off.`,
  gifNoPixel: ({ gif }: { gif: number }) => `${gifName(gif)} is damaged: no pixel of it can be decoded.`,
  gifNoScreen: ({ gif }: { gif: number }) => `${gifName(gif)} is damaged: its screen has no pixels.`,
  gifPixels: ({ gif }: { gif: number }) => `${gifName(gif)} has more pixels than this service accepts.`,
  keepDamagedFrames:
    'The animation cannot be kept as it is: not all of its frames can be decoded. It can be remade instead.',
  keepFrameRate:
    'The animation cannot be kept as it is: it has more than 50 frames a second. It can be remade instead.',
  keepHighRange:
    'The animation cannot be kept as it is: it is in high dynamic range. It can be remade instead.',
  keepInterlaced: 'The animation cannot be kept as it is: it is interlaced. It can be remade instead.',
  keepSound:
    'The animation cannot be kept as it is: it has sound, which a GIF cannot have. It can be remade instead.',
  keepTooLarge: ({ width, height, megapixels }: { width: number; height: number; megapixels: number }) =>
    `The animation cannot be kept as it is: it has ${width} x ${height} pixels, and the most is ${megapixels} million. It can be remade instead.`,
  keepTooLong: ({ seconds, max }: { seconds: number; max: number }) =>
    `The animation cannot be kept as it is: it lasts ${seconds} seconds, and the most is ${max}. It can be remade instead.`,
  keepTooManyFrames: ({ max }: { max: number }) =>
    `The animation cannot be kept as it is: it has more than ${max} frames. It can be remade instead.`,
  keepTooManyPixels:
    'The animation cannot be kept as it is: it has more pixels in all its frames than a file of its size may. It can be remade instead.',
  layerUnknownKey: ({ path, key, known }: { path: string; key: string; known: string }) =>
    `\`${path}\` has the unknown key ${key}; known are ${known}.`,
  layersCover: ({ max }: { max: number }) =>
    `The texts and pictures of \`layers\` cover more than ${max} times the GIF together; use fewer or smaller ones.`,
  makingFailed: 'The GIF could not be made.',
  makingMemory: 'Making the GIF takes more memory than this service has for one.',
  makingProcessorTime: 'Making the GIF takes more processor time than this service has for one.',
  makingUnavailable: 'GIFs cannot be made at the moment; try again later.',
  mustBeAfterStart: ({ name }: { name: string }) => `\`${name}\` must be greater than its \`start\`.`,
  mustBeColor: ({ name }: { name: string }) => `\`${name}\` must be a color as #rrggbb or #rrggbbaa.`,
  mustBeFewerLayers: ({ name, max, layers }: { name: string; max: number; layers: number }) =>
    `\`${name}\` must be at most ${max} layers, and these are ${layers}.`,
  mustBeFlatter: ({ name }: { name: string }) => `\`${name}\` must be an array of objects, nested no deeper.`,
  mustBeJson: ({ name }: { name: string }) => `\`${name}\` must be valid JSON.`,
  mustBeLayerText: ({ name, max }: { name: string; max: number }) =>
    `\`${name}\` must be a text of 1 to ${max} characters.`,
  mustBeLayers: ({ name }: { name: string }) => `\`${name}\` must be a JSON array of layers.`,
  mustBeObject: ({ name }: { name: string }) => `\`${name}\` must be an object.`,
  mustBeSentSticker: ({ name }: { name: string }) =>
    `\`${name}\` must be one of the pictures in \`stickers[]\`, and none was sent.`,
  mustBeShorterJson: ({ name, kilobytes }: { name: string; kilobytes: number }) =>
    `\`${name}\` must be at most ${kilobytes} KB of JSON.`,
  mustBeSticker: ({ name, max }: { name: string; max: number }) =>
    `\`${name}\` must be a whole number from 0 to ${max}: which of the pictures in \`stickers[]\`.`,
  noVideoInFile: 'The file holds no video.',
  notAnimation: 'The file is not an animation of an accepted format.',
  notConvertible: 'The file is not a HEIC, TIFF or BMP picture.',
  notGif: ({ gif }: { gif: number }) => `${gifName(gif)} is damaged: it is no GIF.`,
  notVideo: 'The file is not a video of an accepted format.',
  notVideoOrPicture: 'The file is not a video or picture that can be read.',
  onePictureDamaged: 'The picture is damaged and could not be decoded.',
  onePictureFormat: ({ format }: { format: string }) =>
    `The picture is in ${format}, which cannot be read here; send a JPEG or PNG instead.`,
  onePicturePixels: 'The picture has more pixels than this service accepts.',
  onePictureTooSlow: 'The picture takes too long to be decoded.',
  pictureDamaged: ({ place }: { place: number }) => `Picture ${place} is damaged and could not be decoded.`,
  pictureFormat: ({ place, format }: { place: number; format: string }) =>
    `Picture ${place} is in ${format}, which cannot be read here; send a JPEG or PNG instead.`,
  pictureFramesTooLarge: ({ megabytes, max }: { megabytes: number; max: number }) =>
    `The frames take ${megabytes} MB together, and such a GIF may use ${max} MB. Choose fewer or smaller pictures.`,
  pictureMemory: ({ place }: { place: number }) =>
    `Picture ${place} takes more memory than this service gives one.`,
  picturePixels: ({ place }: { place: number }) =>
    `Picture ${place} has more pixels than this service accepts.`,
  pictureTooSlow: ({ place }: { place: number }) => `Picture ${place} takes too long to be decoded.`,
  pictureType: ({ place, types }: { place: number; types: string }) =>
    `Picture ${place} must be one of these: ${types}.`,
  picturesPixels:
    'The pictures have more pixels together than this service accepts; choose fewer or smaller ones.',
  picturesTooLarge: ({ about, max, width }: { about: number; max: number; width: number }) =>
    `The GIF would take about ${about} MB, and ${max} MB is the most. Choose fewer pictures, a width of at most ${width} pixels or a \`max_bytes\`.`,
  picturesTooMany: 'The pictures are too many for their size; choose fewer or smaller ones.',
  recordingUnfinished:
    'The file is an unfinished recording or upload: it ended early, before its index or its first picture was written.',
  startAfterEnd: ({ seconds }: { seconds: number }) =>
    `The video is ${seconds} seconds long; the start must be before that.`,
  stickerDamaged: ({ place }: { place: number }) =>
    `Picture ${place} of \`stickers[]\` could not be decoded.`,
  stickerFrames: ({ place, max }: { place: number; max: number }) =>
    `Picture ${place} of \`stickers[]\` may have at most ${max} frames.`,
  stickerPixels: ({ place, megapixels }: { place: number; megapixels: number }) =>
    `Picture ${place} of \`stickers[]\` may have at most ${megapixels} megapixels.`,
  stickerType: ({ place }: { place: number }) =>
    `Picture ${place} of \`stickers[]\` must be a PNG, WebP or GIF file.`,
  stickersPixels: ({ megapixels }: { megapixels: number }) =>
    `The pictures in \`stickers[]\` may have at most ${megapixels} megapixels together.`,
  storedGifChanged: 'The stored GIF is not the one that was kept.',
  videoCodec: 'The video is coded in a way that this service does not read.',
  videoDamagedFrom: ({ time }: { time: string }) =>
    `The video is damaged from ${time} on; choose another part.`,
  videoEncrypted: 'The video is encrypted.',
  videoPixels: 'The video has more pixels in a frame than this service accepts.',
  videoStreams: 'The video has more streams than this service accepts.',
  videoTooManyFrames: 'The video has more frames than this service accepts.',
}
