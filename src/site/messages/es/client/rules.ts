import type { ruleSentences as english } from '../../../../lib/errors/rules.ts'
import { listChoices } from '../../../../lib/errors/sentence.ts'

/** The sentences of errors about the options of a GIF, in Spanish. */
export const ruleSentences: typeof english = {
  boomerangTooLong: ({ seconds, max, fits }) =>
    `Con \`boomerang\` el GIF duraría ${seconds} segundos y puede durar ${max} como máximo; elige un fragmento de ${fits} segundos como máximo o desactiva \`boomerang\`.`,
  boomerangTooManyFrames: ({ frames, max, fits }) =>
    `Con \`boomerang\` son ${frames} fotogramas y un GIF puede tener ${max} como máximo; elige ${fits} imágenes como máximo o desactiva \`boomerang\`.`,
  clipOverLimit: ({ max }) =>
    `El fragmento puede durar ${max} segundos como máximo; elige un \`end\` anterior.`,
  endBeforeStart: 'El `end` debe ser posterior al `start`.',
  fadeTooLong: ({ seconds }) =>
    `El \`fade\` puede ser como máximo la mitad del GIF, aquí ${seconds} segundos.`,
  frameNotThere: ({ frame, frames }) =>
    `\`frames\` indica el fotograma ${frame} y la animación tiene ${frames}.`,
  mustBeChoice: ({ name, choices }) => `\`${name}\` debe ser ${listChoices(choices, 'o')}.`,
  mustBeCrop: ({ name, min }) =>
    `\`${name}\` debe ser «x,y,ancho,alto» en píxeles enteros, como «0,40,320,180», con ancho y alto de al menos ${min}.`,
  mustBeFlag: ({ name }) => `\`${name}\` debe ser 0 o 1.`,
  mustBeNumber: ({ name, min, max }) => `\`${name}\` debe ser un número de ${min} a ${max}.`,
  mustBeNumberFrom: ({ name, min }) => `\`${name}\` debe ser un número de al menos ${min}.`,
  mustBeSides: ({ name, min }) =>
    `\`${name}\` debe ser izquierda, arriba, ancho y alto en píxeles enteros, con ancho y alto de al menos ${min}.`,
  mustBeSize: ({ name, min, max }) => `\`${name}\` debe ser un tamaño de ${min} a ${max} MB.`,
  mustBeTime: ({ name }) => `\`${name}\` debe ser un tiempo como 12.5 o 1:05.`,
  mustBeWhole: ({ name, min, max }) => `\`${name}\` debe ser un número entero de ${min} a ${max}.`,
  noFrameBetween: 'Ninguno de los `frames` está entre el `start` y el `end`; elige otros.',
  sizeLimit: ({ maxBytes, width, height, about }) =>
    `El GIF no cabe en ${maxBytes} bytes: incluso con ${width} × ${height} píxeles ocupa unos ${about}. Permítele más, o usa un fragmento más corto o menos fotogramas.`,
  speedTooLow: ({ seconds, max, min }) =>
    `Con esta \`speed\` el GIF duraría ${seconds} segundos y puede durar ${max} como máximo; elige una \`speed\` de al menos ${min} o un \`end\` anterior.`,
  startBehindEnd: ({ seconds }) =>
    `El \`start\` debe ser anterior al final de la animación, a los ${seconds} segundos.`,
  tooManyFrames: ({ field, max }) => `Con \`${field}\` el GIF tendría más de ${max} fotogramas; elige menos.`,
}
