import { type Html, html } from '../../lib/html.ts'
import { codeExample } from '../kit/page/code-example.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { withCode } from './api-schema.ts'

/** The script of the live picker, from the address of the current version. */
export function pickerScript({ links, assets }: SiteView): Html {
  return html`<script type="module" src="${links.path(assets.picker.path)}"></script>`
}

/** A live picker, and instructions to embed one in another page. */
export function pickerSection(view: SiteView): Html {
  const { links } = view
  const texts = view.messages.developers.picker
  const { origin } = new URL(links.absolute('/'))
  return html`<p>${texts.text}</p>
    <gifwright-picker class="live-picker" host="${links.path('/')}"></gifwright-picker>
    <noscript><p class="soft">${texts.needsScript}</p></noscript>
    <div class="picked" data-picked hidden>
      <pre tabindex="0" role="group" aria-label="${texts.picked}"><code data-picked-detail></code></pre>
    </div>
    <h3>${texts.element}</h3>
    ${codeExample(view, { name: texts.element, command: elementExample(links.absolute('/picker.js')) })}
    <p>${withCode(texts.event)}</p>
    <p>${withCode(texts.size)}</p>
    <h3>${texts.attributes}</h3>
    <table class="table">
      <tbody>
        ${texts.attributeList.map(
          ({ name, meaning }) =>
            html`<tr>
              <th scope="row"><code>${name}</code></th>
              <td>${withCode(meaning)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p>${withCode(texts.policy(origin))}</p>
    <h3>${texts.frame}</h3>
    <p>${withCode(texts.frameText)}</p>
    ${codeExample(view, { name: texts.frame, command: frameExample(links.absolute('/picker'), origin) })}
    <ul class="points">
      ${texts.framePoints.map((point) => html`<li>${withCode(point)}</li>`)}
    </ul>`
}

function elementExample(script: string): string {
  return [
    `<script type="module" src="${script}"></script>`,
    `<gifwright-picker rating="pg" theme="auto"></gifwright-picker>`,
    `<script type="module">`,
    `  document.querySelector('gifwright-picker').addEventListener('gif', ({ detail }) => {`,
    `    console.log(detail.page, detail.mp4, detail.alt)`,
    `  })`,
    `</script>`,
  ].join('\n')
}

function frameExample(frame: string, origin: string): string {
  return [
    `<iframe src="${frame}?origin=https://your-app.example&amp;rating=pg"`,
    `  title="GIF picker" width="400" height="450"></iframe>`,
    `<script>`,
    `  addEventListener('message', ({ origin, data }) => {`,
    `    if (origin !== '${origin}') return`,
    `    if (data.type === 'gifwright:gif') console.log(data.gif.page, data.gif.mp4, data.gif.alt)`,
    `  })`,
    `</script>`,
  ].join('\n')
}
