import { createRoot } from 'react-dom/client'
import ReactGiphySearchbox from 'react-giphy-searchbox'

window.chosen = []
createRoot(document.getElementById('app')).render(
  <ReactGiphySearchbox apiKey="any-key" onSelect={(gif) => window.chosen.push(gif)} />,
)
