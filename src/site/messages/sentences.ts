/** Longer sentences stay as they are: the values in them would be found too slowly. */
const maxLength = 1000

type Template = { pattern: RegExp; translation: string }

/** Gives the translation of a sentence; the sentence itself where it has none. */
export type Translate = (sentence: string) => string

/**
 * Translates sentences by a table of them, in which `{1}`, `{2}` … stand for values. A value stays as it is, unless it has a
 * translation itself: one sentence may end in another.
 */
export function sentenceTranslator(sentences: Readonly<Record<string, string>>): Translate {
  const templates: Template[] = Object.entries(sentences)
    .filter(([sentence]) => /\{\d+\}/.test(sentence))
    .map(([sentence, translation]) => ({ pattern: patternOf(sentence), translation }))
    // A sentence with more words of its own is the better match.
    .toSorted((one, other) => other.pattern.source.length - one.pattern.source.length)

  const translate: Translate = (sentence) => {
    if (Object.hasOwn(sentences, sentence)) return sentences[sentence] ?? sentence
    if (sentence.length > maxLength) return sentence
    for (const { pattern, translation } of templates) {
      const found = pattern.exec(sentence)
      if (found === null) continue
      return translation.replaceAll(/\{(\d+)\}/g, (_placeholder, place: string) =>
        translate(found[Number(place)] ?? ''),
      )
    }
    return sentence
  }
  return translate
}

function patternOf(sentence: string): RegExp {
  const parts = sentence.split(/\{\d+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.+?)')}$`, 's')
}
