import { randomId } from '../lib/ids.ts'

/** 12 letters and digits, 71 bits: codes cannot be guessed. */
const codeLength = 12

/** Returns a new code for a GIF; never a word that is a page of the site. */
export function newCode(): string {
  const code = randomId(codeLength)
  return reservedWords.has(code.toLowerCase()) ? newCode() : code
}

/** The first segments of the site's own addresses, including future ones. No GIF may have one of them as its code. */
export const reservedWords: ReadonlySet<string> = new Set([
  'about',
  'account',
  'admin',
  'api',
  'c',
  'categories',
  'category',
  'collections',
  'compat',
  'create',
  'decisions',
  'developers',
  'docs',
  'embed',
  'favicon.ico',
  'favicon.svg',
  'feed.atom',
  'gif',
  'health',
  'healthz',
  'help',
  'import',
  'login',
  'logout',
  'manifest.webmanifest',
  'media',
  'metrics',
  'mine',
  'notices',
  'oembed',
  'picker',
  'picker.js',
  'privacy',
  'random',
  'readyz',
  'report',
  'robots.txt',
  'search',
  'services',
  'settings',
  'share',
  'share-worker.js',
  'signup',
  'sitemap.xml',
  'static',
  'tag',
  'terms',
  'tools',
  'upstream',
  'user',
  'v1',
  'v2',
])
