/** The words of made-up titles, most common first. */
const words =
  `cat happy dog funny dance love cute reaction baby party wow yes no laughing surprised fail smile
  excited sad hello thank you good morning night birthday kitten puppy jump run sleep eating crying angry confused
  shocked waving hug kiss heart fire rain snow sun moon star sky ocean beach wave surf skate bike car train plane
  rocket space robot cartoon anime hero magic wizard dragon unicorn rainbow flower tree forest bird duck owl penguin
  panda bear fox rabbit hamster monkey elephant tiger lion horse cow pig goat sheep fish shark whale dolphin turtle
  snake frog spider bee butterfly pizza burger taco sushi cake coffee tea beer wine cheese chocolate banana apple
  lemon avocado football basketball tennis goal score win champion race swim climb ski yoga gym boxing karate chess
  game level boss retro pixel arcade music guitar piano drums singing band concert disco movie scene action horror
  comedy drama actor queen king princess castle knight pirate ninja cowboy zombie ghost vampire witch halloween
  christmas santa gift easter summer winter spring autumn holiday travel city street bridge tower mountain river
  lake desert island volcano storm lightning thunder cloud wind balloon bubble spin loop glitch neon art paint draw
  design fashion dress hat shoes sunglasses hair makeup selfie mirror phone computer keyboard typing coding bug
  science chemistry physics explosion slow motion falling slipping oops facepalm eyeroll shrug wink nod clap cheer
  applause bravo congratulations welcome goodbye later monday friday weekend work office meeting boss boring tired
  hungry cold hot busy late fast slow big tiny giant old new red blue green yellow pink purple orange black white`
    .trim()
    .split(/\s+/)

const beginnings =
  'ba be bo ca ce co da do fa fi ga go ha jo ka le lo ma mi na no pa pi ra ri sa so ta ti va wo za'.split(' ')
const endings = 'bble ckle dder ffin gget lly mmer nder pper rkin ssle tton vver xon zzle'.split(' ')

/** Rare words as in real titles: every beginning with every ending, twice over. */
const vocabulary = [
  ...words,
  ...beginnings.flatMap((one) => beginnings.flatMap((two) => endings.map((end) => one + two + end))),
]

const maxTitleWords = 7
const maxTags = 6

/** The cumulative shares of the words by Zipf's law: a word's share falls with its rank. */
const upTo: number[] = []
for (const [index] of vocabulary.entries()) upTo.push((upTo.at(-1) ?? 0) + 1 / (index + 2))
const all = upTo.at(-1) ?? 0

/** Returns a generator of numbers from 0 to below 1, always the same ones, so that measurements compare. */
export function demoNumbers(): () => number {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A title of two words or more. */
export function demoTitle(numbers: () => number): string {
  const title = demoWords(numbers, 2 + Math.floor(numbers() * (maxTitleWords - 1))).join(' ')
  return title.charAt(0).toUpperCase() + title.slice(1)
}

/** Returns no tags, or some different ones. */
export function demoTags(numbers: () => number): string[] {
  return [...new Set(demoWords(numbers, Math.floor(numbers() * (maxTags + 1))))]
}

function demoWords(numbers: () => number, count: number): string[] {
  return Array.from({ length: count }, () => vocabulary[placeOf(numbers() * all)] ?? 'cat')
}

/** The first word whose cumulative share exceeds `share`. */
function placeOf(share: number): number {
  let low = 0
  let high = upTo.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((upTo[middle] ?? all) <= share) low = middle + 1
    else high = middle
  }
  return low
}
