import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A small fault: in `file`, `replacement` replaces `text`, which occurs there exactly once. `caughtBy` is the test file to
 * try first.
 */
export type PlantedFault = {
  file: string
  text: string
  replacement: string
  name?: string
  caughtBy?: string
}

/** Reads a list of faults, a JSON array. Throws an Error that describes any mistake in the list. */
export function readFaultList(path: string): PlantedFault[] {
  const list: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!Array.isArray(list)) throw new Error(`${path} must be an array of faults`)
  return list.map((entry: unknown, index) => parseFault(entry, `fault ${index + 1} of ${path}`))
}

function parseFault(entry: unknown, where: string): PlantedFault {
  if (typeof entry !== 'object' || entry === null) throw new Error(`${where} is not an object`)
  const { file, text, replacement, name, caughtBy } = entry as Record<string, unknown>
  if (typeof file !== 'string' || typeof text !== 'string' || typeof replacement !== 'string') {
    throw new Error(`${where} must have file, text and replacement, each a text`)
  }
  if (text === '' || text === replacement) throw new Error(`${where} changes nothing`)
  return {
    file,
    text,
    replacement,
    ...(typeof name === 'string' && { name }),
    ...(typeof caughtBy === 'string' && { caughtBy }),
  }
}

/** Returns the name of a fault in the output. */
export function describeFault({ file, text, name }: PlantedFault): string {
  return `${file}: ${name ?? text}`
}

/** Returns a sentence for each fault whose text does not occur in its file exactly once. */
export function misplacedFaults(root: string, faults: PlantedFault[]): string[] {
  return faults.flatMap((fault) => {
    const places = countPlaces(root, fault)
    if (places === 1) return []
    const found =
      places === undefined ? 'there is no such file' : `its text is there ${places} times, not once`
    return [`${describeFault(fault)}: ${found}: ${JSON.stringify(fault.text)}`]
  })
}

function countPlaces(root: string, { file, text }: PlantedFault): number | undefined {
  try {
    return readFileSync(join(root, file), 'utf8').split(text).length - 1
  } catch {
    return undefined
  }
}
