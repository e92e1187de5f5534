import { english } from '../messages/en/messages.ts'

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** The name of a browser for people, from its User-Agent: `Firefox on Linux`. Nothing of the header itself is stored. */
export function describeBrowser(userAgent: string | undefined): string {
  const header = (userAgent ?? '').slice(0, 500)
  const texts = english.account.browser
  const named = (list: typeof browsers) => list.find(([pattern]) => pattern.test(header))?.[1]
  const browser = named(browsers) ?? texts.unknown
  const system = named(systems)
  return system === undefined ? browser : texts.onSystem(browser, system)
}
