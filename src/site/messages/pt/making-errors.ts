import type { AnimationFormat, makingErrors as english } from '../../../lib/errors/making-errors.ts'

const animationNames: Record<AnimationFormat, string> = {
  gif: 'O GIF',
  webp: 'O WebP animado',
  png: 'O PNG animado',
}

/** A GIF by its number among several; the first has none. */
function gifName(number: number): string {
  return number === 1 ? 'O GIF' : `O GIF ${number}`
}

/** The sentences of errors about files and the GIFs that are made of them, in Portuguese. */
export const makingErrors: typeof english = {
  animationDamaged: ({ format }) => `${animationNames[format]} está danificado e não pôde ser lido.`,
  animationMemory: ({ format }) =>
    `${animationNames[format]} exige mais memória do que este serviço oferece.`,
  animationPixels: ({ format }) => `${animationNames[format]} tem mais pixels do que este serviço aceita.`,
  animationTooManyFrames: ({ format, max }) => `${animationNames[format]} tem mais de ${max} quadros.`,
  animationTooSlow: ({ format }) => `${animationNames[format]} demora demais para ser lido.`,
  clipFramesTooLarge: ({ megabytes, max }) =>
    `Os quadros ocupam juntos ${megabytes} MB, e um GIF assim pode usar ${max} MB. Escolha um trecho mais curto, uma largura menor ou menos quadros por segundo.`,
  clipTooLarge: ({ about, max, seconds, width }) =>
    `O GIF ocuparia cerca de ${about} MB, e o máximo é ${max} MB. Escolha um trecho de até ${seconds} segundos, uma largura de até ${width} pixels ou um \`max_bytes\`.`,
  clipTooLong: 'O trecho é longo demais para o tamanho dele; escolha um mais curto.',
  clipTooManyFrames: 'O trecho tem mais quadros do que este serviço aceita; escolha um mais curto.',
  cropOutside: ({ width, height }) =>
    `O recorte passa da imagem, que tem ${width} pixels de largura e ${height} de altura.`,
  decoderStopped: 'O arquivo fez o decodificador parar.',
  editTooLarge: ({ gif, width, height, megapixels }) =>
    `${gifName(gif)} é grande demais para isso: tem ${width} × ${height} pixels, e o máximo é ${megapixels} milhões.`,
  editTooLong: ({ seconds, max }) =>
    `O GIF teria ${seconds} segundos, e pode ter no máximo ${max}; escolha menos quadros ou um \`speed\` maior.`,
  editTooManyFrames: ({ gif, max }) =>
    `${gifName(gif)} é grande demais para isso: tem mais de ${max} quadros.`,
  editTooManyPixels: ({ gif }) =>
    `${gifName(gif)} é grande demais para isso: todos os quadros juntos têm mais pixels do que um arquivo deste tamanho pode ter.`,
  fileDamaged: 'O arquivo está danificado: nenhuma imagem dele pôde ser lida.',
  framesNoSpace:
    'O disco dos arquivos temporários não tem espaço para os quadros. Aponte TMPDIR para uma pasta em outro disco ou use um trecho mais curto ou menor.',
  framesTooManyForSize:
    'O trecho tem, para o tamanho, mais quadros do que este serviço aceita; escolha um mais curto.',
  framesWithoutTimes: 'O arquivo não diz quando seus quadros são mostrados.',
  gifEndsEarly: ({ gif }) => `${gifName(gif)} está danificado: o arquivo termina no primeiro quadro.`,
  gifNoFrame: ({ gif }) => `${gifName(gif)} está danificado: não tem nenhum quadro.`,
  gifNoHeader: ({ gif }) => `${gifName(gif)} está danificado: o cabeçalho está cortado.`,
  gifNoPixel: ({ gif }) => `${gifName(gif)} está danificado: nenhum pixel pode ser lido.`,
  gifNoScreen: ({ gif }) => `${gifName(gif)} está danificado: a área não tem pixels.`,
  gifPixels: ({ gif }) => `${gifName(gif)} tem mais pixels do que este serviço aceita.`,
  keepDamagedFrames:
    'Não dá para manter a animação como está: nem todos os quadros podem ser lidos. Mas dá para recriá-la.',
  keepFrameRate:
    'Não dá para manter a animação como está: tem mais de 50 quadros por segundo. Mas dá para recriá-la.',
  keepHighRange: 'Não dá para manter a animação como está: está em HDR. Mas dá para recriá-la.',
  keepInterlaced: 'Não dá para manter a animação como está: é entrelaçada. Mas dá para recriá-la.',
  keepSound: 'Não dá para manter a animação como está: tem som, e um GIF não tem. Mas dá para recriá-la.',
  keepTooLarge: ({ width, height, megapixels }) =>
    `Não dá para manter a animação como está: tem ${width} × ${height} pixels, e o máximo é ${megapixels} milhões. Mas dá para recriá-la.`,
  keepTooLong: ({ seconds, max }) =>
    `Não dá para manter a animação como está: dura ${seconds} segundos, e o máximo é ${max}. Mas dá para recriá-la.`,
  keepTooManyFrames: ({ max }) =>
    `Não dá para manter a animação como está: tem mais de ${max} quadros. Mas dá para recriá-la.`,
  keepTooManyPixels:
    'Não dá para manter a animação como está: todos os quadros juntos têm mais pixels do que um arquivo deste tamanho pode ter. Mas dá para recriá-la.',
  layerUnknownKey: ({ path, key, known }) =>
    `\`${path}\` tem a chave desconhecida ${key}; as conhecidas são ${known}.`,
  layersCover: ({ max }) =>
    `Os textos e imagens de \`layers\` cobrem juntos mais de ${max} vezes o GIF; use menos ou menores.`,
  makingFailed: 'Não foi possível criar o GIF.',
  makingMemory: 'Criar o GIF exige mais memória do que este serviço tem para um.',
  makingProcessorTime: 'Criar o GIF exige mais tempo de processador do que este serviço tem para um.',
  makingUnavailable: 'Não é possível criar GIFs agora; tente de novo mais tarde.',
  mustBeAfterStart: ({ name }) => `\`${name}\` deve ser maior que o seu \`start\`.`,
  mustBeColor: ({ name }) => `\`${name}\` deve ser uma cor como #rrggbb ou #rrggbbaa.`,
  mustBeFewerLayers: ({ name, max, layers }) =>
    `\`${name}\` deve ser no máximo ${max} camadas, e estas são ${layers}.`,
  mustBeFlatter: ({ name }) => `\`${name}\` deve ser um array de objetos, sem mais níveis.`,
  mustBeJson: ({ name }) => `\`${name}\` deve ser JSON válido.`,
  mustBeLayerText: ({ name, max }) => `\`${name}\` deve ser um texto de 1 a ${max} caracteres.`,
  mustBeLayers: ({ name }) => `\`${name}\` deve ser um array JSON de camadas.`,
  mustBeObject: ({ name }) => `\`${name}\` deve ser um objeto.`,
  mustBeSentSticker: ({ name }) =>
    `\`${name}\` deve ser uma das imagens de \`stickers[]\`, e nenhuma foi enviada.`,
  mustBeShorterJson: ({ name, kilobytes }) => `\`${name}\` deve ser no máximo ${kilobytes} KB de JSON.`,
  mustBeSticker: ({ name, max }) =>
    `\`${name}\` deve ser um número inteiro de 0 a ${max}: qual das imagens de \`stickers[]\`.`,
  noVideoInFile: 'O arquivo não contém vídeo.',
  notAnimation: 'O arquivo não é uma animação em um formato aceito.',
  notConvertible: 'O arquivo não é uma imagem HEIC, TIFF nem BMP.',
  notGif: ({ gif }) => `${gifName(gif)} está danificado: não é um GIF.`,
  notVideo: 'O arquivo não é um vídeo em um formato aceito.',
  notVideoOrPicture: 'O arquivo não é um vídeo nem uma imagem que possa ser lida.',
  onePictureDamaged: 'A imagem está danificada e não pode ser lida.',
  onePictureFormat: ({ format }) =>
    `A imagem está em ${format}, que não pode ser lido aqui; envie um JPEG ou PNG.`,
  onePicturePixels: 'A imagem tem mais pixels do que este serviço aceita.',
  onePictureTooSlow: 'A imagem demora demais para ser lida.',
  pictureDamaged: ({ place }) => `A imagem ${place} está danificada e não pode ser lida.`,
  pictureFormat: ({ place, format }) =>
    `A imagem ${place} está em ${format}, que não pode ser lido aqui; envie um JPEG ou PNG.`,
  pictureFramesTooLarge: ({ megabytes, max }) =>
    `Os quadros ocupam juntos ${megabytes} MB, e um GIF assim pode usar ${max} MB. Escolha menos imagens ou imagens menores.`,
  pictureMemory: ({ place }) => `A imagem ${place} precisa de mais memória do que este serviço oferece.`,
  picturePixels: ({ place }) => `A imagem ${place} tem mais pixels do que este serviço aceita.`,
  pictureTooSlow: ({ place }) => `A imagem ${place} demora demais para ser lida.`,
  pictureType: ({ place, types }) => `A imagem ${place} deve ser um destes formatos: ${types}.`,
  picturesPixels: 'As imagens têm juntas mais pixels do que este serviço aceita; escolha menos ou menores.',
  picturesTooLarge: ({ about, max, width }) =>
    `O GIF ocuparia cerca de ${about} MB, e o máximo é ${max} MB. Escolha menos imagens, uma largura de até ${width} pixels ou um \`max_bytes\`.`,
  picturesTooMany: 'Há imagens demais para o tamanho delas; escolha menos ou menores.',
  recordingUnfinished:
    'O arquivo é uma gravação ou um envio inacabado: ele termina antes que seu índice ou sua primeira imagem fosse gravado.',
  startAfterEnd: ({ seconds }) => `O vídeo tem ${seconds} segundos; o início deve ser antes disso.`,
  stickerDamaged: ({ place }) => `A imagem ${place} de \`stickers[]\` não pôde ser lida.`,
  stickerFrames: ({ place, max }) => `A imagem ${place} de \`stickers[]\` pode ter no máximo ${max} quadros.`,
  stickerPixels: ({ place, megapixels }) =>
    `A imagem ${place} de \`stickers[]\` pode ter no máximo ${megapixels} megapixels.`,
  stickerType: ({ place }) => `A imagem ${place} de \`stickers[]\` deve ser um arquivo PNG, WebP ou GIF.`,
  stickersPixels: ({ megapixels }) =>
    `As imagens de \`stickers[]\` podem ter no máximo ${megapixels} megapixels no total.`,
  storedGifChanged: 'O GIF armazenado não é o que foi mantido.',
  videoCodec: 'O vídeo está codificado de um jeito que este serviço não lê.',
  videoDamagedFrom: ({ time }) => `O vídeo está danificado a partir de ${time}; escolha outra parte.`,
  videoEncrypted: 'O vídeo está criptografado.',
  videoPixels: 'O vídeo tem mais pixels por quadro do que este serviço aceita.',
  videoStreams: 'O vídeo tem mais faixas do que este serviço aceita.',
  videoTooManyFrames: 'O vídeo tem mais quadros do que este serviço aceita.',
}
