/** A scene put into words by one person: a title and tags. Another person chooses others. */
import type { Scene } from './scene.ts'
import { withTypo } from './typos.ts'
import type { Noun } from './word-data.ts'

export type Caption = { title: string; tags: string[] }

/** Words that are used for one another by people who saw the same scene. */
const generalWords: ReadonlyMap<string, string[]> = new Map(
  Object.entries({
    man: ['guy', 'person', 'dude', 'male'],
    woman: ['lady', 'girl', 'person', 'female'],
    boy: ['kid', 'child', 'guy'],
    girl: ['woman', 'kid', 'lady'],
    guy: ['man', 'dude', 'person'],
    baby: ['toddler', 'child', 'infant'],
    kid: ['child', 'boy', 'girl'],
    car: ['vehicle', 'automobile'],
    cat: ['kitten', 'kitty', 'animal'],
    dog: ['puppy', 'animal', 'doggy'],
    phone: ['smartphone', 'cell', 'telephone'],
    bike: ['bicycle', 'cycle'],
    laugh: ['giggle', 'smile'],
    run: ['sprint', 'race'],
    big: ['huge', 'large', 'giant'],
    small: ['little', 'tiny'],
    street: ['road', 'sidewalk'],
    couch: ['sofa'],
    gun: ['pistol', 'rifle'],
  }),
)

/** Words for the kind of GIF, the commonest first. */
const moods = [
  'funny',
  'reaction',
  'lol',
  'cute',
  'wow',
  'fail',
  'omg',
  'love',
  'meme',
  'mood',
  'yes',
  'no',
  'happy',
  'sad',
]

/** Emoji that people use as tags for what they see. */
const emojiByWord: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cat: '🐱',
    dog: '🐶',
    laugh: '😂',
    love: '❤️',
    cry: '😭',
    dance: '💃',
    fire: '🔥',
    party: '🎉',
    clap: '👏',
    kiss: '😘',
    smile: '😊',
    angry: '😡',
    wave: '👋',
    sleep: '😴',
    scream: '😱',
  }),
)

export function describeScene(scene: Scene, numbers: () => number): Caption {
  const chance = (share: number) => numbers() < share
  const another = (word: string) => {
    const others = generalWords.get(word)
    return others !== undefined && chance(0.3)
      ? (others[Math.floor(numbers() * others.length)] ?? word)
      : word
  }
  const { verb, adverb, preposition, idea } = scene
  const many = scene.subject.kind !== 'name' && chance(0.12)
  const withAdjective = (word: string, noun: string, share: number) =>
    chance(share) ? `${another(word)} ${noun}` : noun
  const phrase = (noun: Noun, adjective: string, share: number) => {
    const described = withAdjective(adjective, another(noun.one), share)
    return chance(0.75) ? withArticle(described) : `the ${described}`
  }
  const who = (share: number) => {
    const { noun, kind } = scene.subject
    if (kind === 'name') return noun.one
    if (many) return withAdjective(scene.adjective, chance(0.3) ? `two ${noun.many}` : noun.many, share)
    return phrase(noun, scene.adjective, share)
  }
  const companion =
    scene.companion.kind === 'name' ? scene.companion.noun.one : phrase(scene.companion.noun, '', 0)
  const what = scene.object === null ? '' : ` ${phrase(scene.object, scene.objectAdjective, 0.35)}`
  const where = ` ${preposition} ${chance(0.7) ? 'the' : 'a'} ${another(scene.place.one)}`
  const form = numbers()
  const does =
    form < 0.4
      ? many
        ? verb.base
        : verb.present
      : form < 0.85
        ? `${many ? 'are' : 'is'} ${verb.ing}`
        : verb.past
  const end =
    (chance(0.3) ? ` with ${companion}` : '') + (chance(0.5) ? where : '') + (chance(0.2) ? ` ${adverb}` : '')
  const template = numbers()
  const sentence =
    template < 0.68
      ? `${who(0.55)} ${does}${what}${end}`
      : template < 0.78
        ? `${withAdjective(scene.adjective, scene.subject.noun.one, 0.6)} ${verb.ing}${what}${end}`
        : template < 0.85
          ? `when ${who(0.3)} ${many ? verb.base : verb.present}${what}${where}`
          : template < 0.93
            ? `${who(0.5)} ${verb.ing}${what} ${chance(0.5) ? `for ${idea.one}` : `because of the ${idea.one}`}`
            : `${idea.one}: ${who(0.5)} ${does}${what}`
  return { title: typed(sentence, numbers), tags: tagsOf(scene, numbers) }
}

/** The title as people write it: some with a capital, some with a final punctuation mark, a few with an error. */
function typed(written: string, numbers: () => number): string {
  const style = numbers()
  const sentence = numbers() < wrongTitles ? misspell(written, numbers) : written
  const title = style < 0.55 ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : sentence
  return style < 0.1 ? `${title}!` : style > 0.4 && style < 0.5 ? `${title}.` : title
}

/** The part of titles with a typing error, each of which adds a rare word. */
const wrongTitles = 0.03

function misspell(sentence: string, numbers: () => number): string {
  const words = sentence.split(' ')
  const at = Math.floor(numbers() * words.length)
  return words
    .map((word, index) => (index === at && word.length > 3 ? withTypo(word, numbers) : word))
    .join(' ')
}

const withArticle = (described: string) => `${/^[aeiou]/i.test(described) ? 'an' : 'a'} ${described}`

function tagsOf({ subject, verb, object, place, idea, adjective }: Scene, numbers: () => number): string[] {
  const chance = (share: number) => numbers() < share
  const tags = new Set<string>()
  if (chance(0.45)) tags.add((chance(0.8) ? subject.noun.one : subject.noun.many).toLowerCase())
  if (chance(0.4)) tags.add(chance(0.6) ? verb.ing : verb.base)
  if (object !== null && chance(0.4)) tags.add(chance(0.8) ? object.one : object.many)
  if (chance(0.2)) tags.add(place.one)
  if (chance(0.35)) tags.add(idea.one)
  if (chance(0.15)) tags.add(adjective)
  if (chance(0.35)) tags.add(moods[Math.floor(moods.length * numbers() ** 2)] ?? 'funny')
  if (chance(0.3)) {
    const emoji = [subject.noun.one, verb.base, idea.one, adjective].map((word) => emojiByWord.get(word))
    for (const sign of emoji) if (sign !== undefined) tags.add(sign)
  }
  return [...tags]
}
