/**
 * Draws the cost of searches against the size of the catalogue, from rows that the benches wrote with --json:
 *   node bench/plot-search.ts OUT.svg TITLE FILE.json ... [--questions one,two,...] [--value cpuMicros]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/** A row of a bench: one question to a catalogue of one size. */
type Row = { gifs: number; question: string } & Record<string, number | string>
type Series = { name: string; points: { gifs: number; value: number }[] }

const [width, height] = [760, 420]
const area = { left: 64, right: 540, top: 44, bottom: 372 }
const colors = [
  '#1b6ca8',
  '#c8452c',
  '#3a8f4f',
  '#8a4fa8',
  '#b8860b',
  '#2a9d9d',
  '#7a5c43',
  '#d1478c',
  '#556070',
]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { questions: { type: 'string' }, value: { type: 'string', default: 'cpuMicros' } },
})
const [out, title, ...files] = positionals
if (out === undefined || title === undefined || files.length === 0) {
  console.error(
    'node bench/plot-search.ts OUT.svg TITLE FILE.json ... [--questions one,two] [--value cpuMicros]',
  )
  process.exit(1)
}
const rows = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Row[])
const questions = values.questions?.split(',') ?? [...new Set(rows.map(({ question }) => question))]
const series = questions.map((name): Series => ({
  name,
  points: rows
    .filter((row) => row.question === name && typeof row[values.value] === 'number')
    .map((row) => ({ gifs: row.gifs, value: Number(row[values.value]) }))
    .toSorted((a, b) => a.gifs - b.gifs),
}))
writeFileSync(
  out,
  drawPlot(
    title,
    series.filter(({ points }) => points.length > 0),
  ),
)

/** Both axes are logarithmic: a level line costs the same at any size. */
function drawPlot(heading: string, lines: readonly Series[]): string {
  const all = lines.flatMap(({ points }) => points)
  const x = axis(
    all.map(({ gifs }) => gifs),
    area.left,
    area.right,
  )
  const y = axis(
    all.map(({ value }) => value),
    area.bottom,
    area.top,
  )
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#333">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${area.left}" y="24" font-size="15" font-weight="600">${escapeText(heading)}</text>`,
    ...x.ticks.map((tick) => {
      const at = x.at(tick).toFixed(1)
      return `<path d="M${at} ${area.top}V${area.bottom}" stroke="#ddd"/><text x="${at}" y="${area.bottom + 18}" text-anchor="middle">${short(tick)}</text>`
    }),
    ...y.ticks.map((tick) => {
      const at = y.at(tick).toFixed(1)
      return `<path d="M${area.left} ${at}H${area.right}" stroke="#ddd"/><text x="${area.left - 8}" y="${Number(at) + 4}" text-anchor="end">${short(tick)}</text>`
    }),
    `<text x="${(area.left + area.right) / 2}" y="${height - 10}" text-anchor="middle">GIFs</text>`,
  ]
  const labels = spread(lines.map(({ points }) => y.at(points.at(-1)?.value ?? 1)))
  for (const [index, { name, points }] of lines.entries()) {
    const color = colors[index % colors.length]
    const path = points
      .map(({ gifs, value }) => `${x.at(gifs).toFixed(1)} ${y.at(value).toFixed(1)}`)
      .join('L')
    const dots = points.map(
      ({ gifs, value }) =>
        `<circle cx="${x.at(gifs).toFixed(1)}" cy="${y.at(value).toFixed(1)}" r="3" fill="${color}"/>`,
    )
    const end = points.at(-1)?.value ?? 0
    parts.push(
      `<path d="M${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}`,
      `<text x="${area.right + 12}" y="${(labels[index] ?? 0) + 4}" fill="${color}">${escapeText(name)}: ${short(end)}</text>`,
    )
  }
  return `${[...parts, '</svg>'].join('\n')}\n`
}

/** From the power of ten below the smallest value to the one above the largest, spread from `from` to `to`. */
function axis(numbers: readonly number[], from: number, to: number) {
  const least = Math.floor(Math.log10(Math.min(...numbers)))
  const most = Math.max(least + 1, Math.ceil(Math.log10(Math.max(...numbers))))
  const ticks = Array.from({ length: most - least + 1 }, (_, index) => 10 ** (least + index))
  return {
    ticks,
    at: (value: number) => from + ((Math.log10(value) - least) / (most - least)) * (to - from),
  }
}

/** Places of labels, each moved down until it is clear of the one above it. */
function spread(places: readonly number[]): number[] {
  const moved = [...places]
  let last = -Infinity
  for (const index of places.map((_, at) => at).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0))) {
    last = Math.max(last + 15, places[index] ?? 0)
    moved[index] = last
  }
  return moved
}

function short(value: number): string {
  if (value >= 1e6) return `${+(value / 1e6).toPrecision(3)} M`
  if (value >= 1e3) return `${+(value / 1e3).toPrecision(3)} k`
  return String(+value.toPrecision(3))
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
