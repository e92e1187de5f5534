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

/**
 * Returns the test files that load `file` in the order to run them: by half the distance between the two, minus a bonus
 * for each word that their paths share. Most tests load the whole program and are equally far from every part of it.
 */
export function rankTests(graph: ImportGraph, file: string): string[] {
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
  const usesBrowser = file.includes('/client/') ? findImporters(graph, browser) : undefined
  const rank = (test: string, distance: number) =>
    distance / 2 -
    bonus(test) +
    (distance <= fewSteps || usesBrowser === undefined || usesBrowser.has(test) ? 0 : withoutBrowser)
  return [...findImporters(graph, file)]
    .filter(([path]) => isTest(path))
    .map(([path, distance]) => ({ path, rank: rank(path, distance) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ path }) => path)
}

/** Whether `npm test` runs a file: it is to catch the faults, without what only the full run has. */
function isTest(path: string): boolean {
  return /^test\/.*(?<!\.full)\.test\.ts$/.test(path) && path !== ownTest
}

function wordsOf(path: string): string[] {
  const words = path
    .replace(/\.[.\w]+$/, '')
    .split(/[/-]/)
    .slice(1)
    .map((word) => word.replace(/s$/, ''))
  return [...new Set(words)].filter((word) => !unspecific.has(word))
}
