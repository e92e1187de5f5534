/** The sentences of the rules in src/options by the English ones. */
export const ruleSentences: Readonly<Record<string, string>> = {
  'At this `speed` the GIF would be {1} seconds long, and it may be at most {2}; choose a `speed` of at least {3}, or an earlier `end`.':
    'Avec cette `speed`, le GIF durerait {1} secondes, et il peut en durer {2} au plus ; choisissez une `speed` d’au moins {3}, ou une `end` plus tôt.',
  'None of the `frames` is between `start` and `end`; choose others.':
    'Aucune des `frames` ne se trouve entre `start` et `end` ; choisissez-en d’autres.',
  'With `{1}` the GIF would have more than {2} frames; choose fewer.':
    'Avec `{1}`, le GIF aurait plus de {2} images ; choisissez-en moins.',
  '`frames` names frame {1}, and the animation has {2}.':
    'Dans `frames`, l’image {1} n’existe pas : l’animation en a {2}.',
  '`start` must be before the end of the animation, at {1} seconds.':
    '`start` doit venir avant la fin de l’animation, à {1} secondes.',
  'The `fade` may be at most half of the GIF, which is {1} seconds here.':
    'Le `fade` peut durer au plus la moitié du GIF, soit {1} secondes ici.',
  'The clip may be at most {1} seconds long; choose an earlier `end`.':
    'L’extrait peut durer {1} secondes au plus ; choisissez une `end` plus tôt.',
  'With `boomerang` the GIF would be {1} seconds long, and it may be at most {2}; choose a clip of at most {3} seconds, or turn `boomerang` off.':
    'Avec `boomerang`, le GIF durerait {1} secondes, et il peut en durer {2} au plus ; choisissez un extrait de {3} secondes au plus, ou désactivez `boomerang`.',
  'With `boomerang` these are {1} frames, and a GIF may have at most {2}; choose at most {3} pictures, or turn `boomerang` off.':
    'Avec `boomerang`, cela fait {1} images, et un GIF peut en avoir {2} au plus ; choisissez {3} images au plus, ou désactivez `boomerang`.',
  '`end` must be greater than `start`.': '`end` doit venir après `start`.',
  '`{1}` must be {2}.': '`{1}` doit être {2}.',
  'a number from {1} to {2}': 'un nombre de {1} à {2}',
  'a size from {1} to {2} MB': 'une taille de {1} à {2} Mo',
  'a size such as 2MB, 500KB or 8000000': 'une taille comme 2MB, 500KB ou 8000000',
  'a time such as 12.5 or 1:05': 'un temps comme 12.5 ou 1:05',
  'a whole number from {1} to {2}': 'un nombre entier de {1} à {2}',
  'left, top, width and height in whole pixels, width and height at least {1}':
    'gauche, haut, largeur et hauteur en pixels entiers, la largeur et la hauteur d’au moins {1}',
  'frames such as "1-10,12x3,15-": numbers and ranges with commas, "x3" for three times as long (at most x{1})':
    'des images comme « 1-10,12x3,15- » : numéros et plages séparés par des virgules, « x3 » pour trois fois plus longtemps (x{1} au plus)',
  '0 or 1': '0 ou 1',
  '{1} or {2}': '{1} ou {2}',
}
