/**
 * The subjects of made-up captions: for each position in a sentence the words that people use most, in order of use,
 * and after them the thousands known to WordNet. Their frequencies follow Zipf's law, like those of real captions.
 */
import { WeightedPick } from './numbers.ts'
import { lemmasOf, names, type Noun, nounOf, type Verb, verbOf } from './word-data.ts'

const list = (words: string) => words.trim().split(/\s+/)

const people =
  list(`man woman girl boy guy baby person kid child lady player dancer singer actor friend couple soldier
  teenager toddler mother father model dude wizard pirate cowboy ninja chef nurse clown drummer skater surfer teacher`)
const animals =
  list(`cat dog kitten puppy bird horse bear panda duck rabbit monkey fox owl frog elephant penguin hamster
  lion tiger snake turtle fish shark pig cow sheep goat squirrel raccoon otter hedgehog parrot cockatoo gorilla wolf`)
const things =
  list(`car hat ball phone guitar bike box chair cake pizza drink camera mirror table book glass umbrella
  skateboard balloon flower dress gun bottle computer window door piano sword toy bed cup mask rope coffee burger
  shirt cigarette microphone bicycle drum banana sandwich sunglasses hair hand face head tree`)
const places =
  list(`beach street kitchen room stage park car pool water field office bed forest road school house city garden
  gym mountain desert bar bathroom couch river snow bus train hallway classroom restaurant bridge rooftop`)
const motions =
  list(`dance run walk jump fall drive ride swim fly skate climb spin slide crawl chase ski surf march roll
  stumble trip float dive bounce sneak`)
const doings =
  list(`hold eat throw wear play hug kiss kick catch push pull drink open hit smash grab carry drop lick bite
  touch paint cut wash lift break shake smell steal build draw cook feed pet squeeze tickle`)
const moods =
  list(`laugh smile cry talk sing look sleep wave wink stare yawn nod clap scream blink shrug frown pose shout sigh
  giggle sneeze cheer drool blush`)
const adjectives =
  list(`young old big small red black white blue cute funny happy angry little tall sad green yellow tiny
  pretty crazy fluffy pink beautiful scared tired brown excited purple sleepy surprised drunk huge blond wet
  naked bored confused awkward lazy fat shirtless orange`)
const adverbs =
  list(`slowly quickly happily together around again outside suddenly away nervously loudly quietly wildly
  gently awkwardly backwards sadly angrily forever`)
const ideas =
  list(`love birthday morning party monday friday wedding christmas halloween music football basketball fail magic
  anime cartoon movie comedy fashion summer winter night work reaction fire explosion goodbye applause mood`)

/** The share of the lists above in all uses. */
const headShare = 0.68

/** A list in order of use (Zipf: 1/(rank + 2)) and the words of some classes of WordNet behind it. */
function words(head: readonly string[], ...classes: string[]): WeightedPick<string> {
  const weights = new Map<string, number>()
  const headSum = head.reduce((sum, _, rank) => sum + 1 / (rank + 2), 0)
  for (const [rank, word] of head.entries()) weights.set(word, headShare / (rank + 2) / headSum)
  const tail = lemmasOf(...classes).filter(({ lemma }) => !weights.has(lemma))
  // Less steep than speech: captions are about things, one of each.
  const flat = (count: number) => count ** 0.6
  const tailSum = tail.reduce((sum, { count }) => sum + flat(count), 0)
  for (const { lemma, count } of tail) weights.set(lemma, ((1 - headShare) * flat(count)) / tailSum)
  return new WeightedPick([...weights.keys()], (word) => weights.get(word) ?? 0)
}

/** Inflected once, not for every caption. */
function inflected<Forms>(pick: WeightedPick<string>, formsOf: (lemma: string) => Forms) {
  const known = new Map<string, Forms>()
  return (share: number): Forms => {
    const lemma = pick.at(share)
    const forms = known.get(lemma) ?? formsOf(lemma)
    known.set(lemma, forms)
    return forms
  }
}

const nouns = (head: readonly string[], ...classes: string[]): ((share: number) => Noun) =>
  inflected(words(head, ...classes), nounOf)
const verbs = (head: readonly string[], ...classes: string[]): ((share: number) => Verb) =>
  inflected(words(head, ...classes), verbOf)

const properNames = new WeightedPick(names(), ({ count }) => count ** 0.6)
const adjective = words(adjectives, 'adj.all', 'adj.ppl', 'adj.pertainym')
const adverb = words(adverbs, 'adv.all')

/** Each takes a share from 0 to below 1 of all uses and returns the word there. */
export const vocabulary = {
  person: nouns(people, 'noun.person'),
  animal: nouns(animals, 'noun.animal'),
  thing: nouns(
    things,
    'noun.artifact',
    'noun.food',
    'noun.plant',
    'noun.body',
    'noun.object',
    'noun.substance',
  ),
  place: nouns(places, 'noun.location', 'noun.group', 'noun.artifact'),
  idea: nouns(
    ideas,
    'noun.event',
    'noun.feeling',
    'noun.act',
    'noun.state',
    'noun.attribute',
    'noun.cognition',
    'noun.communication',
    'noun.phenomenon',
    'noun.time',
    'noun.possession',
    'noun.shape',
    'noun.relation',
    'noun.quantity',
    'noun.process',
  ),
  motion: verbs(motions, 'verb.motion', 'verb.competition', 'verb.weather'),
  doing: verbs(doings, 'verb.contact', 'verb.consumption', 'verb.creation', 'verb.possession', 'verb.change'),
  mood: verbs(
    moods,
    'verb.body',
    'verb.emotion',
    'verb.communication',
    'verb.perception',
    'verb.social',
    'verb.cognition',
  ),
  adjective: (share: number) => adjective.at(share),
  adverb: (share: number) => adverb.at(share),
  name: (share: number) => properNames.at(share).lemma,
}
