const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const copyLine = /^COPY public\.\S+ \((.*)\) FROM stdin;$/

/** Reads the rows of a table from what pg_restore writes; values are texts, null where there is none. */
export async function* readCopied(
  lines: AsyncIterable<string>,
): AsyncIterable<Readonly<Record<string, string | null>>> {
  let columns: string[] | undefined
  for await (const line of lines) {
    if (columns === undefined) {
      const [, names] = copyLine.exec(line) ?? []
      columns = names?.split(', ').map((name) => name.replaceAll('"', ''))
    } else if (line === '\\.') {
      columns = undefined
    } else {
      const values = line.split('\t')
      yield Object.fromEntries(columns.map((name, index) => [name, valueOf(values[index] ?? '')]))
    }
  }
}

function valueOf(text: string): string | null {
  if (text === '\\N') return null
  if (!text.includes('\\')) return text
  return text.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)
}
