import type { ruleSentences as english } from '../../../../lib/errors/rules.ts'
import { listChoices } from '../../../../lib/errors/sentence.ts'

/** The sentences of errors about the options of a GIF, in German. */
export const ruleSentences: typeof english = {
  boomerangTooLong: ({ seconds, max, fits }) =>
    `Mit \`boomerang\` würde das GIF ${seconds} Sekunden lang, und es darf höchstens ${max} lang sein; wähle einen Ausschnitt von höchstens ${fits} Sekunden oder schalte \`boomerang\` aus.`,
  boomerangTooManyFrames: ({ frames, max, fits }) =>
    `Mit \`boomerang\` sind das ${frames} Bilder, und ein GIF darf höchstens ${max} haben; wähle höchstens ${fits} Bilder oder schalte \`boomerang\` aus.`,
  clipOverLimit: ({ max }) =>
    `Der Ausschnitt darf höchstens ${max} Sekunden lang sein; wähle ein früheres \`end\`.`,
  endBeforeStart: '`end` muss nach `start` liegen.',
  fadeTooLong: ({ seconds }) => `\`fade\` darf höchstens die Hälfte des GIFs sein, hier ${seconds} Sekunden.`,
  frameNotThere: ({ frame, frames }) => `\`frames\` nennt Bild ${frame}, und die Animation hat ${frames}.`,
  mustBeChoice: ({ name, choices }) => `\`${name}\` muss ${listChoices(choices, 'oder')} sein.`,
  mustBeCrop: ({ name, min }) =>
    `\`${name}\` muss „x,y,Breite,Höhe“ in ganzen Pixeln wie „0,40,320,180“, Breite und Höhe mindestens ${min}, sein.`,
  mustBeFlag: ({ name }) => `\`${name}\` muss 0 oder 1 sein.`,
  mustBeNumber: ({ name, min, max }) => `\`${name}\` muss eine Zahl von ${min} bis ${max} sein.`,
  mustBeNumberFrom: ({ name, min }) => `\`${name}\` muss eine Zahl ab ${min} sein.`,
  mustBeSides: ({ name, min }) =>
    `\`${name}\` muss links, oben, Breite und Höhe in ganzen Pixeln, Breite und Höhe mindestens ${min}, sein.`,
  mustBeSize: ({ name, min, max }) => `\`${name}\` muss eine Größe von ${min} bis ${max} MB sein.`,
  mustBeTime: ({ name }) => `\`${name}\` muss eine Zeit wie 12.5 oder 1:05 sein.`,
  mustBeWhole: ({ name, min, max }) => `\`${name}\` muss eine ganze Zahl von ${min} bis ${max} sein.`,
  noFrameBetween: 'Keines der `frames` liegt zwischen `start` und `end`; wähle andere.',
  sizeLimit: ({ maxBytes, width, height, about }) =>
    `Das GIF passt nicht in ${maxBytes} Bytes: Selbst mit ${width} × ${height} Pixeln braucht es etwa ${about}. Erlaube mehr oder nimm einen kürzeren Ausschnitt oder weniger Bilder.`,
  speedTooLow: ({ seconds, max, min }) =>
    `Bei diesem Wert für \`speed\` würde das GIF ${seconds} Sekunden lang, und es darf höchstens ${max} lang sein; wähle für \`speed\` mindestens ${min} oder ein früheres \`end\`.`,
  startBehindEnd: ({ seconds }) =>
    `\`start\` muss vor dem Ende der Animation liegen, bei ${seconds} Sekunden.`,
  tooManyFrames: ({ field, max }) => `Mit \`${field}\` hätte das GIF mehr als ${max} Bilder; wähle weniger.`,
}
