import { GifPicker } from 'gif-picker-react'
import { Giphy } from 'gif-picker-react/providers/giphy'
import { Tenor } from 'gif-picker-react/providers/tenor'
import { createRoot } from 'react-dom/client'

window.chosen = []
const pickers = {
  tenor: Tenor('any-key', { baseUrl: `${INSTANCE}/v2/` }),
  giphy: Giphy('any-key', { baseUrl: `${INSTANCE}/v1` }),
}
createRoot(document.getElementById('app')).render(
  Object.entries(pickers).map(([name, provider]) => (
    <section key={name} aria-label={name}>
      <GifPicker provider={provider} autoFocusSearch={false} onGifClick={(gif) => window.chosen.push(gif)} />
    </section>
  )),
)
