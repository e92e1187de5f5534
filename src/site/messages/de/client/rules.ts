/** The sentences of the rules in src/options by the English ones. */
export const ruleSentences: Readonly<Record<string, string>> = {
  'At this `speed` the GIF would be {1} seconds long, and it may be at most {2}; choose a `speed` of at least {3}, or an earlier `end`.':
    'Bei diesem Wert für `speed` würde das GIF {1} Sekunden lang, und es darf höchstens {2} lang sein; wähle für `speed` mindestens {3} oder ein früheres `end`.',
  'The `fade` may be at most half of the GIF, which is {1} seconds here.':
    '`fade` darf höchstens die Hälfte des GIFs sein, hier {1} Sekunden.',
  'The clip may be at most {1} seconds long; choose an earlier `end`.':
    'Der Ausschnitt darf höchstens {1} Sekunden lang sein; wähle ein früheres `end`.',
  'With `boomerang` the GIF would be {1} seconds long, and it may be at most {2}; choose a clip of at most {3} seconds, or turn `boomerang` off.':
    'Mit `boomerang` würde das GIF {1} Sekunden lang, und es darf höchstens {2} lang sein; wähle einen Ausschnitt von höchstens {3} Sekunden oder schalte `boomerang` aus.',
  'With `boomerang` these are {1} frames, and a GIF may have at most {2}; choose at most {3} pictures, or turn `boomerang` off.':
    'Mit `boomerang` sind das {1} Bilder, und ein GIF darf höchstens {2} haben; wähle höchstens {3} Bilder oder schalte `boomerang` aus.',
  'None of the `frames` is between `start` and `end`; choose others.':
    'Keines der `frames` liegt zwischen `start` und `end`; wähle andere.',
  'With `{1}` the GIF would have more than {2} frames; choose fewer.':
    'Mit `{1}` hätte das GIF mehr als {2} Bilder; wähle weniger.',
  '`frames` names frame {1}, and the animation has {2}.':
    '`frames` nennt Bild {1}, und die Animation hat {2}.',
  '`start` must be before the end of the animation, at {1} seconds.':
    '`start` muss vor dem Ende der Animation liegen, bei {1} Sekunden.',
  '`end` must be greater than `start`.': '`end` muss nach `start` liegen.',
  '`{1}` must be {2}.': '`{1}` muss {2} sein.',
  'a number from {1} to {2}': 'eine Zahl von {1} bis {2}',
  'a size from {1} to {2} MB': 'eine Größe von {1} bis {2} MB',
  'a size such as 2MB, 500KB or 8000000': 'eine Größe wie 2MB, 500KB oder 8000000',
  'a time such as 12.5 or 1:05': 'eine Zeit wie 12.5 oder 1:05',
  'a whole number from {1} to {2}': 'eine ganze Zahl von {1} bis {2}',
  'left, top, width and height in whole pixels, width and height at least {1}':
    'links, oben, Breite und Höhe in ganzen Pixeln, Breite und Höhe mindestens {1}',
  'frames such as "1-10,12x3,15-": numbers and ranges with commas, "x3" for three times as long (at most x{1})':
    'Angaben wie „1-10,12x3,15-“: Nummern und Bereiche mit Kommas, „x3“ für dreimal so lange (höchstens x{1})',
  '0 or 1': '0 oder 1',
  '{1} or {2}': '{1} oder {2}',
}
