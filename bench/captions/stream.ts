/** An endless sequence of captions, the same for the same seed. */
import { type Caption, describeScene } from './caption.ts'
import { seededNumbers } from './numbers.ts'
import { makeScene, type Scene, rephrased } from './scene.ts'

/** A line of the file that `gifwright demo --captions` reads. */
export type CaptionRow = Caption & { category?: string; nsfw?: boolean; uses?: number }

/** A row with the scene that it describes; several rows may describe one. */
export type SceneRow = { row: CaptionRow; scene: Scene; sceneNumber: number }

/** The categories of a new catalogue, the fullest first. */
const categories =
  `reactions funny animals memes movies tv dance sports gaming anime music celebrities fails cartoons food
  nature cars fashion holidays art science technology travel other`
    .trim()
    .split(/\s+/)

/** The part of scenes that are described more than once, as popular ones are uploaded by several people. */
const sharedScenes = 0.1

export function* sceneRows({ count, seed }: { count: number; seed: number }): Generator<SceneRow> {
  const numbers = seededNumbers(seed)
  let left = count
  for (let sceneNumber = 0; left > 0; sceneNumber++) {
    const scene = makeScene(numbers)
    const category = numbers() < 0.7 ? categories[Math.floor(categories.length * numbers() ** 2)] : undefined
    const times = numbers() < sharedScenes ? 2 + Math.floor(3 * numbers()) : 1
    for (let time = 0; time < times && left > 0; time++, left--) {
      const seen = time === 0 ? scene : rephrased(scene, numbers)
      yield { row: rowOf(describeScene(seen, numbers), category, numbers), scene: seen, sceneNumber }
    }
  }
}

function rowOf(caption: Caption, category: string | undefined, numbers: () => number): CaptionRow {
  const row: CaptionRow = { title: caption.title, tags: caption.tags }
  if (category !== undefined) row.category = category
  if (numbers() < 0.05) row.nsfw = true
  // Pareto: most are hardly used, a few by everyone.
  const uses = Math.min(maxUses, Math.floor((1 - numbers()) ** -1.2) - 1)
  if (uses > 0) row.uses = uses
  return row
}

const maxUses = 5_000_000
