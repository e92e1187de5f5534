import assert from 'node:assert/strict'

/** Every sample of a metrics port by its name and labels, such as `gifwright_tasks{status="waiting"}`. */
export async function samples(url: string | null): Promise<Map<string, number>> {
  const response = await fetch(url!)
  assert.equal(response.status, 200)
  return readSamples(await response.text())
}

/** The samples of a text, parsed like Prometheus does. */
export function readSamples(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}
