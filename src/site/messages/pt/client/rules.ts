import type { ruleSentences as english } from '../../../../lib/errors/rules.ts'
import { listChoices } from '../../../../lib/errors/sentence.ts'

/** The sentences of errors about the options of a GIF, in Portuguese. */
export const ruleSentences: typeof english = {
  boomerangTooLong: ({ seconds, max, fits }) =>
    `Com \`boomerang\`, o GIF teria ${seconds} segundos, e pode ter no máximo ${max}; escolha um trecho de no máximo ${fits} segundos ou desative \`boomerang\`.`,
  boomerangTooManyFrames: ({ frames, max, fits }) =>
    `Com \`boomerang\`, são ${frames} quadros, e um GIF pode ter no máximo ${max}; escolha no máximo ${fits} imagens ou desative \`boomerang\`.`,
  clipOverLimit: ({ max }) => `O trecho pode ter no máximo ${max} segundos; antecipe \`end\`.`,
  endBeforeStart: '`end` precisa vir depois de `start`.',
  fadeTooLong: ({ seconds }) => `\`fade\` pode ter no máximo metade do GIF, aqui ${seconds} segundos.`,
  frameNotThere: ({ frame, frames }) => `\`frames\` indica o quadro ${frame}, e a animação tem ${frames}.`,
  mustBeChoice: ({ name, choices }) => `\`${name}\` deve ser ${listChoices(choices, 'ou')}.`,
  mustBeCrop: ({ name, min }) =>
    `\`${name}\` deve ser "x,y,largura,altura" em pixels inteiros, como "0,40,320,180", com largura e altura de pelo menos ${min}.`,
  mustBeFlag: ({ name }) => `\`${name}\` deve ser 0 ou 1.`,
  mustBeNumber: ({ name, min, max }) => `\`${name}\` deve ser um número de ${min} a ${max}.`,
  mustBeNumberFrom: ({ name, min }) => `\`${name}\` deve ser um número de pelo menos ${min}.`,
  mustBeSides: ({ name, min }) =>
    `\`${name}\` deve ser esquerda, topo, largura e altura em pixels inteiros, com largura e altura de pelo menos ${min}.`,
  mustBeSize: ({ name, min, max }) => `\`${name}\` deve ser um tamanho de ${min} a ${max} MB.`,
  mustBeTime: ({ name }) => `\`${name}\` deve ser um tempo como 12.5 ou 1:05.`,
  mustBeWhole: ({ name, min, max }) => `\`${name}\` deve ser um número inteiro de ${min} a ${max}.`,
  noFrameBetween: 'Nenhum dos `frames` está entre `start` e `end`; escolha outros.',
  sizeLimit: ({ maxBytes, width, height, about }) =>
    `O GIF não cabe em ${maxBytes} bytes: mesmo com ${width} × ${height} pixels ele ocupa cerca de ${about}. Permita mais, ou use um trecho mais curto ou menos quadros.`,
  speedTooLow: ({ seconds, max, min }) =>
    `Com \`speed\` neste valor, o GIF teria ${seconds} segundos, e pode ter no máximo ${max}; escolha para \`speed\` pelo menos ${min} ou antecipe \`end\`.`,
  startBehindEnd: ({ seconds }) => `\`start\` precisa vir antes do fim da animação, em ${seconds} segundos.`,
  tooManyFrames: ({ field, max }) => `Com \`${field}\`, o GIF teria mais de ${max} quadros; escolha menos.`,
}
