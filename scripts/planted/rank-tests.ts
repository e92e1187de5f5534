import { findImporters, type ImportGraph } from './import-graph.ts'

/** It looks for the texts of the planted faults: it would fail with each. */
const ownTest = 'test/scripts/planted-faults.test.ts'
const browser = 'test/support/browser/browser.ts'
/** What a test's path is worth that shares a word with that of the file, where no other test has the word. */
const wordBonus = 10
/** Words of paths that say nothing about what is tested. */
const unspecific = new Set(['client', 'kit', 'page', 'plugin', 'request', 'shared'])
/** How much further a test without a browser is from code of browsers, unless it imports it in a few steps. */
const withoutBrowser = 20
const fewSteps = 3

/**
 * The test files that load `file`, in the order to run them: by half the length of the way from one to the other, less a
 * bonus for each word that their paths share. Most of them load the whole program, and are equally far from any part of it.
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

function isTest(path: string): boolean {
  return path.startsWith('test/') && path.endsWith('.test.ts') && path !== ownTest
}

function wordsOf(path: string): string[] {
  const words = path
    .replace(/\.[.\w]+$/, '')
    .split(/[/-]/)
    .slice(1)
    .map((word) => word.replace(/s$/, ''))
  return [...new Set(words)].filter((word) => !unspecific.has(word))
}
