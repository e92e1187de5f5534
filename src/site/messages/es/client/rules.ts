/** The sentences of the rules in src/options by the English ones. */
export const ruleSentences: Readonly<Record<string, string>> = {
  'At this `speed` the GIF would be {1} seconds long, and it may be at most {2}; choose a `speed` of at least {3}, or an earlier `end`.':
    'Con esta `speed` el GIF duraría {1} segundos y puede durar {2} como máximo; elige una `speed` de al menos {3} o un `end` anterior.',
  'The `fade` may be at most half of the GIF, which is {1} seconds here.':
    'El `fade` puede ser como máximo la mitad del GIF, aquí {1} segundos.',
  'The clip may be at most {1} seconds long; choose an earlier `end`.':
    'El fragmento puede durar {1} segundos como máximo; elige un `end` anterior.',
  'With `boomerang` the GIF would be {1} seconds long, and it may be at most {2}; choose a clip of at most {3} seconds, or turn `boomerang` off.':
    'Con `boomerang` el GIF duraría {1} segundos y puede durar {2} como máximo; elige un fragmento de {3} segundos como máximo o desactiva `boomerang`.',
  'With `boomerang` these are {1} frames, and a GIF may have at most {2}; choose at most {3} pictures, or turn `boomerang` off.':
    'Con `boomerang` son {1} fotogramas y un GIF puede tener {2} como máximo; elige {3} imágenes como máximo o desactiva `boomerang`.',
  'None of the `frames` is between `start` and `end`; choose others.':
    'Ninguno de los `frames` está entre el `start` y el `end`; elige otros.',
  'With `{1}` the GIF would have more than {2} frames; choose fewer.':
    'Con `{1}` el GIF tendría más de {2} fotogramas; elige menos.',
  '`frames` names frame {1}, and the animation has {2}.':
    '`frames` indica el fotograma {1} y la animación tiene {2}.',
  '`start` must be before the end of the animation, at {1} seconds.':
    'El `start` debe ser anterior al final de la animación, a los {1} segundos.',
  '`end` must be greater than `start`.': 'El `end` debe ser posterior al `start`.',
  '`{1}` must be {2}.': '`{1}` debe ser {2}.',
  'a number from {1} to {2}': 'un número de {1} a {2}',
  'a size from {1} to {2} MB': 'un tamaño de {1} a {2} MB',
  'a size such as 2MB, 500KB or 8000000': 'un tamaño como 2MB, 500KB u 8000000',
  'a time such as 12.5 or 1:05': 'un tiempo como 12.5 o 1:05',
  'a whole number from {1} to {2}': 'un número entero de {1} a {2}',
  'left, top, width and height in whole pixels, width and height at least {1}':
    'izquierda, arriba, ancho y alto en píxeles enteros, con ancho y alto de al menos {1}',
  'frames such as "1-10,12x3,15-": numbers and ranges with commas, "x3" for three times as long (at most x{1})':
    'fotogramas como “1-10,12x3,15-”: números e intervalos separados por comas, “x3” para el triple de tiempo (x{1} como máximo)',
  '0 or 1': '0 o 1',
  '{1} or {2}': '{1} o {2}',
}
