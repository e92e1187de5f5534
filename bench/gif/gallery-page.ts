/** One encoder's GIF of a clip. */
export type GalleryPicture = {
  title: string
  file: string
  bytes: number
  cpuSeconds: number
  psnr: number
  blurredPsnr: number
}

export type GalleryClip = {
  title: string
  width: number
  height: number
  /** The frames that every encoder got, as a WebP. */
  source: string
  pictures: GalleryPicture[]
}

/** The page; its files are next to it. */
export function galleryPage(clips: GalleryClip[], what: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>GIFs side by side</title>
<style>${style}</style>
<header>
  <div>
    <h1>GIFs side by side</h1>
    <p>${what}. CPU is that of encoding alone. Look for banding, flicker, crawling dots and ghosts: move over a
    picture, and all of its row show the same place.</p>
  </div>
  <button type="button">Start together</button>
  <fieldset>
    <legend>Zoom</legend>
    ${[1, 2, 4, 8].map((zoom) => `<label><input type="radio" name="zoom" value="${zoom}"${zoom === 1 ? ' checked' : ''}>${zoom}×</label>`).join('')}
  </fieldset>
</header>
<main>${clips.map(section).join('')}</main>
<script>${script}</script>
</html>
`
}

function section({ title, width, height, source, pictures }: GalleryClip): string {
  const size = `width="${width}" height="${height}"`
  const best = Math.min(...pictures.map(({ bytes }) => bytes))
  return `
<section>
  <h2>${title}</h2>
  <div class="row">
    <figure>
      <div class="pane"><img src="${source}" alt="Source" ${size}></div>
      <figcaption><b>Source</b><span>as WebP, quality 95</span></figcaption>
    </figure>${pictures.map((picture) => figure(picture, size, picture.bytes === best)).join('')}
  </div>
</section>`
}

function figure(picture: GalleryPicture, size: string, isSmallest: boolean): string {
  const { title, file, bytes, cpuSeconds, psnr, blurredPsnr } = picture
  return `
    <figure>
      <div class="pane"><img src="${file}" alt="${title}" ${size}></div>
      <figcaption><b>${title}</b>
        <span${isSmallest ? ' class="best"' : ''}>${(bytes / 1000).toFixed(0)} KB</span>
        <span>${cpuSeconds.toFixed(2)} s</span>
        <span>${psnr.toFixed(1)} dB</span>
        <span>${blurredPsnr.toFixed(1)} dB blurred</span>
      </figcaption>
    </figure>`
}

const style = `
:root { font: 15px/1.5 system-ui, sans-serif; background: light-dark(#f6f6f4, #141416); color: light-dark(#1c1c1e, #ececee) }
body { margin: 0 }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: center;
  justify-content: space-between; padding: .75rem 1.5rem; background: light-dark(#fffd, #1c1c1fdd);
  border-bottom: 1px solid light-dark(#dcdcd8, #333338); backdrop-filter: blur(8px) }
h1 { font-size: 1.15rem; margin: 0 } h2 { font-size: 1rem; margin: 0 0 .5rem }
p { margin: 0; max-width: 60rem; color: light-dark(#55555a, #a9a9b0) }
fieldset { display: flex; gap: .9rem; border: 0; margin: 0; padding: 0 } legend { float: left; margin-right: .9rem }
button { font: inherit; padding: .25rem .75rem; cursor: pointer }
label { display: flex; gap: .3rem; cursor: pointer }
section { padding: 1.25rem 1.5rem }
.row { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)) }
figure { margin: 0; border-radius: 8px; overflow: hidden; background: light-dark(#fff, #1f1f23);
  border: 1px solid light-dark(#dcdcd8, #333338) }
.pane { overflow: hidden; cursor: crosshair; background: light-dark(#eee, #000) }
.pane img { display: block; width: 100%; height: auto; image-rendering: pixelated;
  transform: scale(var(--zoom, 1)); transform-origin: var(--x, 50%) var(--y, 50%) }
figcaption { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .5rem .75rem; font-variant-numeric: tabular-nums }
figcaption b { flex-basis: 100% } .best { color: light-dark(#0a7a3c, #5fd58f); font-weight: 600 }
`

const script = `
let round = 0
const startTogether = () => {
  round++
  for (const picture of document.images) picture.src = picture.getAttribute('src').replace(/\\?.*|$/, '?' + round)
}
document.querySelector('button').addEventListener('click', startTogether)
addEventListener('load', startTogether)
for (const input of document.querySelectorAll('[name=zoom]'))
  input.addEventListener('change', () => document.documentElement.style.setProperty('--zoom', input.value))
for (const row of document.querySelectorAll('.row'))
  row.addEventListener('pointermove', (event) => {
    const pane = event.target.closest('.pane')
    if (!pane) return
    const { left, top, width, height } = pane.getBoundingClientRect()
    row.style.setProperty('--x', ((event.clientX - left) / width) * 100 + '%')
    row.style.setProperty('--y', ((event.clientY - top) / height) * 100 + '%')
  })
`
