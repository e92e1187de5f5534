import type { ruleSentences as english } from '../../../../lib/errors/rules.ts'
import { listChoices } from '../../../../lib/errors/sentence.ts'

/** The sentences of errors about the options of a GIF, in French. */
export const ruleSentences: typeof english = {
  boomerangTooLong: ({ seconds, max, fits }) =>
    `Avec \`boomerang\`, le GIF durerait ${seconds} secondes, et il peut en durer ${max} au plus ; choisissez un extrait de ${fits} secondes au plus, ou désactivez \`boomerang\`.`,
  boomerangTooManyFrames: ({ frames, max, fits }) =>
    `Avec \`boomerang\`, cela fait ${frames} images, et un GIF peut en avoir ${max} au plus ; choisissez ${fits} images au plus, ou désactivez \`boomerang\`.`,
  clipOverLimit: ({ max }) =>
    `L’extrait peut durer ${max} secondes au plus ; choisissez une \`end\` plus tôt.`,
  endBeforeStart: '`end` doit venir après `start`.',
  fadeTooLong: ({ seconds }) =>
    `Le \`fade\` peut durer au plus la moitié du GIF, soit ${seconds} secondes ici.`,
  frameNotThere: ({ frame, frames }) =>
    `Dans \`frames\`, l’image ${frame} n’existe pas : l’animation en a ${frames}.`,
  mustBeChoice: ({ name, choices }) => `\`${name}\` doit être ${listChoices(choices, 'ou')}.`,
  mustBeCrop: ({ name, min }) =>
    `\`${name}\` doit être « x,y,largeur,hauteur » en pixels entiers, comme « 0,40,320,180 », la largeur et la hauteur d’au moins ${min}.`,
  mustBeFlag: ({ name }) => `\`${name}\` doit être 0 ou 1.`,
  mustBeNumber: ({ name, min, max }) => `\`${name}\` doit être un nombre de ${min} à ${max}.`,
  mustBeNumberFrom: ({ name, min }) => `\`${name}\` doit être un nombre d’au moins ${min}.`,
  mustBeSides: ({ name, min }) =>
    `\`${name}\` doit être gauche, haut, largeur et hauteur en pixels entiers, la largeur et la hauteur d’au moins ${min}.`,
  mustBeSize: ({ name, min, max }) => `\`${name}\` doit être une taille de ${min} à ${max} Mo.`,
  mustBeTime: ({ name }) => `\`${name}\` doit être un temps comme 12.5 ou 1:05.`,
  mustBeWhole: ({ name, min, max }) => `\`${name}\` doit être un nombre entier de ${min} à ${max}.`,
  noFrameBetween: 'Aucune des `frames` ne se trouve entre `start` et `end` ; choisissez-en d’autres.',
  sizeLimit: ({ maxBytes, width, height, about }) =>
    `Le GIF ne tient pas dans ${maxBytes} octets : même en ${width} × ${height} pixels, il en prend environ ${about}. Autorisez plus, ou prenez un extrait plus court ou moins d’images.`,
  speedTooLow: ({ seconds, max, min }) =>
    `Avec cette \`speed\`, le GIF durerait ${seconds} secondes, et il peut en durer ${max} au plus ; choisissez une \`speed\` d’au moins ${min}, ou une \`end\` plus tôt.`,
  startBehindEnd: ({ seconds }) => `\`start\` doit venir avant la fin de l’animation, à ${seconds} secondes.`,
  tooManyFrames: ({ field, max }) =>
    `Avec \`${field}\`, le GIF aurait plus de ${max} images ; choisissez-en moins.`,
}
