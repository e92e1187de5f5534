import type { FastifyRequest } from 'fastify'
import { createIsbotFromList, list as crawlerPatterns } from 'isbot'
import { LRUCache } from 'lru-cache'
import type { Client } from '../catalogue/discovery/use-counter.ts'

/** Apps acting for people only name the library they use; isbot treats these as crawlers. */
const libraries = [
  'node',
  'undici',
  'axios/1',
  'curl/8',
  'Wget/1',
  'okhttp/5',
  'python-requests/2',
  'Go-http-client/2',
  'Java/21',
]

const isCrawlerName = createIsbotFromList(
  crawlerPatterns.filter((pattern) => !libraries.some((library) => new RegExp(pattern, 'i').test(library))),
)

/** isbot takes longer than a search. */
const known = new LRUCache<string, boolean>({ max: 500 })
const longestName = 1000

/** The person that a use or a search counts for. Pages that a browser preloads count for nobody yet. */
export function describeClient({ ip, headers }: FastifyRequest): Client {
  const isAhead = (headers['sec-purpose'] ?? headers.purpose) !== undefined
  return { address: ip, isPerson: !isAhead && !isCrawler(headers['user-agent'] ?? '') }
}

function isCrawler(userAgent: string): boolean {
  if (userAgent.length > longestName) return true
  let answer = known.get(userAgent)
  if (answer === undefined) {
    answer = isCrawlerName(userAgent)
    known.set(userAgent, answer)
  }
  return answer
}
