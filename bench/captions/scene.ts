/** What a GIF shows, before anyone has put it into words. */
import { vocabulary } from './vocabulary.ts'
import type { Noun, Verb } from './word-data.ts'

export type Scene = {
  subject: Actor
  adjective: string
  verb: Verb
  /** What it is done to or with; null for a motion or a mood. */
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
