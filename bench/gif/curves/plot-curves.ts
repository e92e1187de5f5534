import type { ClipCurves } from './measure-clip.ts'

/** A point of a curve: bytes and blurred PSNR in dB. */
type Dot = { bytes: number; decibels: number }
type Series = { name: string; kind: string; dots: Dot[] }

const columns = 3
const panel = { width: 290, height: 200, left: 38, right: 10, top: 26, bottom: 26 }
const legendHeight = 34

/** Every color has a class, so that one rule changes it if the page is dark. */
const style = `
  svg { background: #fff; font: 11px system-ui, sans-serif; fill: #59636e }
  .title { font-weight: 600; fill: #1f2328 } .grid { stroke: #d1d9e0; stroke-width: .6 } .curve { fill: none; stroke-width: 1.6 }
  .ours { stroke: #0969da } .gifski { stroke: #bc4c00 } .gifsicle { stroke: #6e7781 } path.gifsicle { stroke-dasharray: 4 2 }
  circle { fill: #fff; stroke-width: 1.4 }
  @media (prefers-color-scheme: dark) {
    svg { background: #0d1117; fill: #9198a1 } .title { fill: #f0f6fc } .grid { stroke: #2f353d }
    .ours { stroke: #4493f8 } .gifski { stroke: #f0883e } .gifsicle { stroke: #8b949e } circle { fill: #0d1117 }
  }`

/** Blurred PSNR over the logarithmic size of the file as an SVG, one panel per clip. */
export function drawCurves(all: ClipCurves[]): string {
  const rows = Math.ceil(all.length / columns)
  const [width, height] = [columns * panel.width, rows * panel.height + legendHeight]
  const parts = all.map((curves, index) => {
    const [x, y] = [(index % columns) * panel.width, Math.floor(index / columns) * panel.height]
    return `<g transform="translate(${x} ${y + legendHeight})">${drawPanel(curves)}</g>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Blurred PSNR over file size">`,
    `<style>${style}</style>`,
    drawLegend(),
    ...parts,
    '</svg>\n',
  ].join('\n')
}

function drawLegend(): string {
  const names = { ours: 'Gifwright', gifski: 'gifski', gifsicle: 'ffmpeg, then gifsicle --lossy' }
  const entries = Object.entries(names).map(([kind, name], index) => {
    const x = panel.left + index * 100
    return `<path class="curve ${kind}" d="M${x} 16h20"/>${kind === 'ours' ? '' : `<circle class="${kind}" cx="${x + 10}" cy="16" r="2.5"/>`}<text x="${x + 26}" y="20">${name}</text>`
  })
  return `${entries.join('')}<text x="${columns * panel.width - panel.right}" y="20" text-anchor="end">blurred PSNR, dB, over KB; up and left is better</text>`
}

function drawPanel(curves: ClipCurves): string {
  const all = seriesOf(curves)
  const dots = all.flatMap((series) => series.dots)
  const x = logAxis(dots.map(({ bytes }) => bytes / 1000))
  const y = linearAxis(dots.map(({ decibels }) => decibels))
  const [right, bottom] = [panel.width - panel.right, panel.height - panel.bottom]
  const grid = [
    ...x.ticks.map((tick) => {
      const at = x.at(tick).toFixed(1)
      return `<path class="grid" d="M${at} ${panel.top}V${bottom}"/><text x="${at}" y="${bottom + 14}" text-anchor="middle">${tick}</text>`
    }),
    ...y.ticks.map((tick) => {
      const at = y.at(tick).toFixed(1)
      return `<path class="grid" d="M${panel.left} ${at}H${right}"/><text x="${panel.left - 5}" y="${Number(at) + 4}" text-anchor="end">${tick}</text>`
    }),
  ]
  const lines = all.map(({ kind, dots }) => {
    const places = dots.map(({ bytes, decibels }) => [x.at(bytes / 1000), y.at(decibels)] as const)
    const path = places.map(([left, top]) => `${left.toFixed(1)} ${top.toFixed(1)}`).join('L')
    // Ours is a line of many limits: dots would hide it.
    const marks = kind === 'ours' && places.length > 1 ? [] : places
    return [
      `<path class="curve ${kind}" d="M${path}"/>`,
      ...marks.map(
        ([left, top]) => `<circle class="${kind}" cx="${left.toFixed(1)}" cy="${top.toFixed(1)}" r="2.5"/>`,
      ),
    ].join('')
  })
  return [
    ...[`<text class="title" x="${panel.left}" y="18">${escapeText(curves.clip)}</text>`, ...grid],
    ...lines,
  ].join('')
}

function seriesOf({ presets, gifski, gifsicle, ladder }: ClipCurves): Series[] {
  const toDot = ({ bytes, quality }: { bytes: number; quality: { blurredPsnr: number } }): Dot => ({
    bytes,
    decibels: quality.blurredPsnr,
  })
  const fitted = [...gifski, ...gifsicle].flatMap(({ ours }) => (ours.point ? [toDot(ours.point)] : []))
  const rungs = ladder.map(({ bytes, blurredPsnr }) => ({ bytes, decibels: blurredPsnr }))
  const series = [
    { name: 'gifsicle', kind: 'gifsicle', dots: gifsicle.map(({ rival }) => toDot(rival)) },
    { name: 'gifski', kind: 'gifski', dots: gifski.map(({ rival }) => toDot(rival)) },
    { name: 'Gifwright', kind: 'ours', dots: [...fitted, ...rungs, ...presets.slice(0, 1).map(toDot)] },
  ]
  return series
    .filter(({ dots }) => dots.length > 0)
    .map((each) => ({ ...each, dots: each.dots.toSorted((a, b) => a.bytes - b.bytes) }))
}

/** Logarithmic, with ticks at 1, 2, 3 and 5 times the powers of ten. */
function logAxis(values: number[]) {
  const [least, most] = [Math.log(Math.min(...values) * 0.9), Math.log(Math.max(...values) * 1.1)]
  const at = (value: number) =>
    panel.left + ((Math.log(value) - least) / (most - least)) * (panel.width - panel.left - panel.right)
  const ticks = [1, 10, 100, 1000, 10_000, 100_000]
    .flatMap((power) => [power, 2 * power, 3 * power, 5 * power])
    .filter((tick) => Math.log(tick) >= least && Math.log(tick) <= most)
  return { at, ticks }
}

function linearAxis(values: number[]) {
  const [least, most] = [Math.floor(Math.min(...values) - 0.5), Math.ceil(Math.max(...values) + 0.5)]
  const step = [1, 2, 5, 10].find((each) => (most - least) / each <= 7) ?? 20
  const bottom = panel.height - panel.bottom
  const at = (value: number) => bottom - ((value - least) / (most - least)) * (bottom - panel.top)
  const ticks = Array.from(
    { length: Math.floor(most / step) - Math.ceil(least / step) + 1 },
    (_, index) => (Math.ceil(least / step) + index) * step,
  )
  return { at, ticks }
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
