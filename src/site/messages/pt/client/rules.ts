/** The sentences of the rules in src/options by the English ones. */
export const ruleSentences: Readonly<Record<string, string>> = {
  'At this `speed` the GIF would be {1} seconds long, and it may be at most {2}; choose a `speed` of at least {3}, or an earlier `end`.':
    'Com `speed` neste valor, o GIF teria {1} segundos, e pode ter no máximo {2}; escolha para `speed` pelo menos {3} ou antecipe `end`.',
  'The `fade` may be at most half of the GIF, which is {1} seconds here.':
    '`fade` pode ter no máximo metade do GIF, aqui {1} segundos.',
  'The clip may be at most {1} seconds long; choose an earlier `end`.':
    'O trecho pode ter no máximo {1} segundos; antecipe `end`.',
  'With `boomerang` the GIF would be {1} seconds long, and it may be at most {2}; choose a clip of at most {3} seconds, or turn `boomerang` off.':
    'Com `boomerang`, o GIF teria {1} segundos, e pode ter no máximo {2}; escolha um trecho de no máximo {3} segundos ou desative `boomerang`.',
  'With `boomerang` these are {1} frames, and a GIF may have at most {2}; choose at most {3} pictures, or turn `boomerang` off.':
    'Com `boomerang`, são {1} quadros, e um GIF pode ter no máximo {2}; escolha no máximo {3} imagens ou desative `boomerang`.',
  'None of the `frames` is between `start` and `end`; choose others.':
    'Nenhum dos `frames` está entre `start` e `end`; escolha outros.',
  'With `{1}` the GIF would have more than {2} frames; choose fewer.':
    'Com `{1}`, o GIF teria mais de {2} quadros; escolha menos.',
  '`frames` names frame {1}, and the animation has {2}.':
    '`frames` indica o quadro {1}, e a animação tem {2}.',
  '`start` must be before the end of the animation, at {1} seconds.':
    '`start` precisa vir antes do fim da animação, em {1} segundos.',
  '`end` must be greater than `start`.': '`end` precisa vir depois de `start`.',
  '`{1}` must be {2}.': '`{1}` deve ser {2}.',
  'frames such as "1-10,12x3,15-": numbers and ranges with commas, "x3" for three times as long (at most x{1})':
    'quadros como “1-10,12x3,15-”: números e intervalos com vírgulas, “x3” para o triplo do tempo (no máximo x{1})',
  '0 or 1': '0 ou 1',
  'a number from {1} to {2}': 'um número de {1} a {2}',
  'a size from {1} to {2} MB': 'um tamanho de {1} a {2} MB',
  'a size such as 2MB, 500KB or 8000000': 'um tamanho como 2MB, 500KB ou 8000000',
  'a time such as 12.5 or 1:05': 'um tempo como 12.5 ou 1:05',
  'a whole number from {1} to {2}': 'um número inteiro de {1} a {2}',
  'left, top, width and height in whole pixels, width and height at least {1}':
    'esquerda, topo, largura e altura em pixels inteiros, com largura e altura de pelo menos {1}',
  '{1} or {2}': '{1} ou {2}',
}
