import { GiphyFetch, setServerUrl } from '@giphy/js-fetch-api'
import { getBestRenditionUrl, getGifHeight } from '@giphy/js-util'

setServerUrl(`${INSTANCE}/v1/`)
const giphy = new GiphyFetch('any-key')
const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches

window.giphy = giphy
/** Shows GIFs in several widths, as stills with reduced motion. */
window.show = (gifs) => {
  for (const gif of gifs) {
    for (const width of [90, 200, 250, 480]) {
      const image = document.createElement('img')
      image.src = getBestRenditionUrl(gif, width, getGifHeight(gif, width), { isStill })
      image.alt = gif.title
      image.width = width
      document.getElementById('app').append(image)
    }
  }
}
