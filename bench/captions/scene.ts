/** The content of a GIF, before anyone has put it into words. */
import { vocabulary } from './vocabulary.ts'
import type { Noun, Verb } from './word-data.ts'

export type Scene = {
  subject: Actor
  adjective: string
  verb: Verb
  /** The object of the action; null for a motion or a mood. */
  object: Noun | null
  objectAdjective: string
  companion: Actor
  place: Noun
  preposition: string
  adverb: string
  idea: Noun
}
/** Somebody, by name or by kind. */
type Actor = { noun: Noun; kind: 'person' | 'animal' | 'name' }

const prepositions = ['in', 'on', 'at', 'near', 'behind', 'in front of', 'next to', 'under', 'by', 'through']

/**
 * The scene as another person sees it: the subject and the action in other or more general words, another mood. About
 * half of its defining parts remain, as in captions that several people wrote for one picture.
 */
export function rephrased(scene: Scene, numbers: () => number): Scene {
  const other = makeScene(numbers)
  const chance = (share: number) => numbers() < share
  const seen = { ...scene }
  if (chance(0.4))
    seen.subject = {
      noun: nounFor(scene.subject, numbers),
      kind: scene.subject.kind === 'animal' ? 'animal' : 'person',
    }
  if (chance(0.4))
    seen.verb = (scene.object === null ? vocabulary.motion : vocabulary.doing)(numbers() * commonShare)
  if (scene.object !== null && chance(0.4)) seen.object = vocabulary.thing(numbers() * commonShare)
  if (chance(0.5)) seen.adjective = other.adjective
  if (chance(0.5)) seen.objectAdjective = other.objectAdjective
  if (chance(0.5)) seen.companion = other.companion
  if (chance(0.3)) seen.place = vocabulary.place(numbers() * commonShare)
  if (chance(0.6)) seen.idea = other.idea
  if (chance(0.7)) seen.adverb = other.adverb
  return seen
}

/** The commonest words take this share of all uses. */
const commonShare = 0.4

const nounFor = ({ kind }: Actor, numbers: () => number): Noun =>
  (kind === 'animal' ? vocabulary.animal : vocabulary.person)(numbers() * commonShare)

export function makeScene(numbers: () => number): Scene {
  const kind = numbers()
  return {
    subject: actor(numbers),
    adjective: vocabulary.adjective(numbers()),
    verb:
      kind < 0.5
        ? vocabulary.doing(numbers())
        : kind < 0.8
          ? vocabulary.motion(numbers())
          : vocabulary.mood(numbers()),
    object: kind < 0.5 ? vocabulary.thing(numbers()) : null,
    objectAdjective: vocabulary.adjective(numbers()),
    companion: actor(numbers),
    place: vocabulary.place(numbers()),
    preposition: prepositions[Math.floor(numbers() * prepositions.length)] ?? 'in',
    adverb: vocabulary.adverb(numbers()),
    idea: vocabulary.idea(numbers()),
  }
}

function actor(numbers: () => number): Actor {
  const kind = numbers()
  if (kind < 0.55) return { noun: vocabulary.person(numbers()), kind: 'person' }
  if (kind < 0.82) return { noun: vocabulary.animal(numbers()), kind: 'animal' }
  const name = vocabulary.name(numbers())
  return { noun: { one: name, many: `${name}s` }, kind: 'name' }
}
