import {
  clipSpeed,
  cropPixelsMin,
  framesPerSecondMin,
  gifBytes,
  type GifLimits,
  loopCount,
  sidePixels,
} from '../../creation/limits.ts'
import { type Html, type HtmlValue, html } from '../../lib/html.ts'
import type { GifPreset } from '../../media/gif-options.ts'

type Option = { name: string; meaning: HtmlValue; onlyVideo?: true }

const whole = new Intl.NumberFormat('en')

const presets: Record<GifPreset, string> = {
  quality: 'as good as it gets',
  balanced: 'in between',
  small: 'the smallest file',
}

/** What a creation may ask of its GIF, in the numbers of this instance. */
export function optionTable({ preset, maxFps, maxWidth }: GifLimits): Html {
  const options: Option[] = [
    {
      name: 'preset',
      meaning: html`${Object.entries(presets).map(([name, words]) => html`<code>${name}</code>, ${words}${name === preset && ' (if left out)'}; `)}
      how good it looks against how small it is.`,
    },
    {
      name: 'max_bytes',
      meaning: `The most that the file takes, ${whole.format(gifBytes.min)} to ${whole.format(gifBytes.max)}; it looks as good as fits.`,
    },
    {
      name: 'loop',
      meaning: `How often it plays, up to ${whole.format(loopCount.max)}; 0, the usual, is for ever.`,
    },
    { name: 'reverse', meaning: '1: backwards, the last frame first.' },
    { name: 'boomerang', meaning: '1: there and back, which takes twice as long.' },
    { name: 'speed', meaning: `${clipSpeed.min} to ${clipSpeed.max}; 2 is twice as fast.`, onlyVideo: true },
    {
      name: 'crop',
      meaning: html`<code>x,y,width,height</code>: the part of the picture to keep, in pixels as it is shown,
        from its upper left corner; ${cropPixelsMin} wide and high at least.`,
      onlyVideo: true,
    },
    {
      name: 'fps',
      meaning: `Frames a second, ${framesPerSecondMin} to ${maxFps}; 15 if left out.`,
      onlyVideo: true,
    },
    {
      name: 'width',
      meaning: `Of a GIF from a video, ${sidePixels.min} to ${maxWidth} pixels; 480 if left out, never more than the video has.`,
    },
    {
      name: 'auto_loop',
      meaning: '1: takes the part of the clip that repeats most smoothly.',
      onlyVideo: true,
    },
  ]
  return html`<table class="table">
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">What it does</th>
      </tr>
    </thead>
    <tbody>
      ${options.map(
        ({ name, meaning, onlyVideo }) =>
          html`<tr>
            <td><code>${name}</code></td>
            <td>${meaning}${onlyVideo === true && ' Videos only.'}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}
