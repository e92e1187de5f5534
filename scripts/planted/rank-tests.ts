import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeFault, type PlantedFault } from './fault-list.ts'
import { findImporters, type ImportGraph } from './import-graph.ts'

/** This test searches for the texts of the planted faults, so it would fail with each of them. */
const ownTest = 'test/scripts/planted-faults.test.ts'
const browser = 'test/support/browser/browser.ts'
/** The bonus for a word shared by the paths of the test and the file, if no other test has the word. */
const wordBonus = 10
/** Words of paths that do not indicate what is tested. */
const unspecific = new Set(['client', 'kit', 'page', 'plugin', 'request', 'shared'])
/** The extra distance from browser code to a test without a browser, unless the test imports it in a few steps. */
const withoutBrowser = 20
const fewSteps = 3
/** The bonus for the best match of the fault's words in the text of a test. */
const textBonus = 12
/** The parameters of BM25, as in its paper (Robertson and Zaragoza, 2009). */
const [k1, b] = [1.2, 0.75]

/** The number of times that each test contains each word. */
export type TestTexts = Map<string, Map<string, number>>

/** Reads the words of the test files in the graph. */
export function readTestTexts(root: string, graph: ImportGraph): TestTexts {
  const tests = [...graph.keys()].filter(isTest)
  return new Map(tests.map((test) => [test, countWords(readFileSync(join(root, test), 'utf8'))]))
}

/**
 * Returns the test files that load the changed file in the order to run them: by half the distance between the two, minus
 * a bonus for each word that their paths share, minus one for the words of the fault in the test (BM25). Most tests load
 * the whole program and are equally far from every part of it.
 */
export function rankTests(graph: ImportGraph, texts: TestTexts, fault: PlantedFault): string[] {
  const { file } = fault
  const tests = [...graph.keys()].filter(isTest)
  const testsWithWord = Map.groupBy(
    tests.flatMap((test) => wordsOf(test)),
    (word) => word,
  )
  const words = new Set(wordsOf(file))
  const bonus = (test: string) =>
    wordsOf(test)
      .filter((word) => words.has(word))
      .reduce((sum, word) => sum + wordBonus / (1 + Math.log2(testsWithWord.get(word)?.length ?? 1)), 0)
  const matches = matchTexts(texts, countWords(`${describeFault(fault)} ${fault.text} ${fault.replacement}`))
  const usesBrowser = file.includes('/client/') ? findImporters(graph, browser) : undefined
  const rank = (test: string, distance: number) =>
    distance / 2 -
    bonus(test) -
    textBonus * (matches.get(test) ?? 0) +
    (distance <= fewSteps || usesBrowser === undefined || usesBrowser.has(test) ? 0 : withoutBrowser)
  return [...findImporters(graph, file)]
    .filter(([path]) => isTest(path))
    .map(([path, distance]) => ({ path, rank: rank(path, distance) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ path }) => path)
}

/** Returns the BM25 score of each text for the words of a query, as a part of the best one. */
function matchTexts(texts: TestTexts, query: Map<string, number>): Map<string, number> {
  const lengths = new Map([...texts].map(([test, counts]) => [test, sum(counts.values())]))
  const meanLength = sum(lengths.values()) / Math.max(1, texts.size)
  const scores = new Map<string, number>()
  for (const word of query.keys()) {
    const found = [...texts].filter(([, counts]) => counts.has(word))
    const rarity = Math.log(1 + (texts.size - found.length + 0.5) / (found.length + 0.5))
    for (const [test, counts] of found) {
      const count = counts.get(word) ?? 0
      const length = (lengths.get(test) ?? 0) / meanLength
      const score = (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + b * length))
      scores.set(test, (scores.get(test) ?? 0) + score)
    }
  }
  const best = Math.max(...scores.values(), Number.MIN_VALUE)
  return new Map([...scores].map(([test, score]) => [test, score / best]))
}

/** Counts the words of a text; `camelCase` has two. */
function countWords(text: string): Map<string, number> {
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]{3,}/g)
  const counts = new Map<string, number>()
  for (const word of words ?? []) counts.set(stem(word), (counts.get(stem(word)) ?? 0) + 1)
  return counts
}

/** Returns true if `npm test` runs a file: it must catch the faults without the tests of the full run. */
function isTest(path: string): boolean {
  return /^test\/.*(?<!\.full)\.test\.ts$/.test(path) && path !== ownTest
}

function wordsOf(path: string): string[] {
  const words = path
    .replace(/\.[.\w]+$/, '')
    .split(/[/-]/)
    .slice(1)
    .map(stem)
  return [...new Set(words)].filter((word) => !unspecific.has(word))
}

function stem(word: string): string {
  return word.replace(/s$/, '')
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
