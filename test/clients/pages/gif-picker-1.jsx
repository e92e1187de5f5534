import GifPicker from 'gif-picker-react-1'
import { createRoot } from 'react-dom/client'

window.chosen = []
createRoot(document.getElementById('app')).render(
  <section aria-label="tenor">
    <GifPicker tenorApiKey="any-key" onGifClick={(gif) => window.chosen.push(gif)} />
  </section>,
)
