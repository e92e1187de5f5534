import fc from 'fast-check'

/** Texts that people and attackers type, to confuse a search or to make it work hard. */
export const hostileTexts: Readonly<Record<string, string>> = {
  'a run of one letter': 'a'.repeat(1000),
  'one-letter words': 'a '.repeat(500),
  'prefixes of one letter': 'a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5',
  'short prefixes': Array.from({ length: 40 }, (_, n) =>
    String.fromCharCode(97 + (n % 26), 97 + (n % 7)),
  ).join(' '),
  'words with one error each': 'hapyp catt dancce frgo giutar pizzza laughnig kicknig streeet beahc '.repeat(
    5,
  ),
  'long words with two errors': 'celebratoin explosino basketblal photogrphay understnading '.repeat(6),
  'a long word, nearly one of the catalogue': `${'laugh'.repeat(40)}ing`,
  'combining marks': `e${'\u0301'.repeat(999)}`,
  'marks alone': '\u0301'.repeat(1000),
  'marks out of order': '\u0301\u0323\u0345'.repeat(300),
  'right to left': '\u202eתשרי \u202dcat\u202c مرحبا ‏cat',
  'marks of direction alone': '\u202e\u202d\u202c\u200f\u200e\u2066\u2069'.repeat(100),
  'joined emoji': '👩🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈'.repeat(60),
  'joiners alone': '\u200d\ufe0f'.repeat(400),
  flags: '🇩🇪🇫🇷'.repeat(100),
  'half a flag': '🇩',
  'tones alone': '🏽🏿🏻'.repeat(100),
  'lone surrogates': '\ud83d cat \ude02 \udc00\ud800',
  'surrogates in the wrong order': '\ude02\ud83d'.repeat(200),
  'signs that expand': 'ﷺ'.repeat(1000),
  'letters that expand': '㌖'.repeat(600),
  han: '東京'.repeat(500),
  'scripts without spaces, mixed': '東あ한กကབ'.repeat(120),
  hangul: '각'.repeat(1000),
  'full width': 'ｃａｔ ｄａｎｃｅ'.repeat(50),
  zalgo: 'c̸̡̢̛̘͔̼̥̣͖̔̾̈́̕a̷̢̬̘̹̗͌͐͠t̶̨̟̗̠̯̀͌̆̚',
  'a regular expression': '(a+)+$ .*?[^]{1,1000}(?:(?<x>a)\\k<x>)*',
  sql: `' OR 1=1; DROP TABLE gif; --`,
  'full-text syntax': '"cat" NEAR(dog, 2) AND title:* OR NOT -x ^y "unclosed (((',
  templates: '${7*7} {{7*7}} <%= 7*7 %> #{7*7}',
  markup: '<script>alert(1)</script><img src=x onerror=alert(1)>',
  nul: 'cat\0dog\0',
  controls: '\u0001\u0008\u001b[31m\u007f\u0085\u2028\u2029',
  spaces: ' \t\r\n\u00a0\u3000\u200b\ufeff'.repeat(100),
  punctuation: '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'.repeat(30),
  numbers: '1 22 333 4444 1e308 -0 NaN Infinity 0x10 ١٢٣ ⅷ ²',
  'keys of objects': '__proto__ constructor toString hasOwnProperty valueOf prototype',
  'private use and non-characters': '\ue000\uf8ff\ufffe\uffff\u{10ffff}',
  'beyond the limit': 'cat dance '.repeat(5000),
}

/** Any text at all: of one kind of character, of several, or of combined pieces of the hostile ones. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  // Units of UTF-16, so halves of pairs too.
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 100 })
    .map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.constantFrom('cat', 'danc', 'a', 'hapyp', '東', '😂', '\u0301', '\u200d', ' ', '"', '*'), {
      maxLength: 40,
    })
    .map((pieces) => pieces.join('')),
  fc
    .tuple(fc.constantFrom(...Object.values(hostileTexts)), fc.nat(999), fc.nat(200))
    .map(([text, from, length]) => text.slice(from, from + length)),
)
