// oxlint-disable-next-line import/no-unassigned-import -- it sets the addresses
import './giphy-addresses.js'
import { Grid, SearchBar, SearchContext, SearchContextManager, SuggestionBar } from '@giphy/react-components'
import { useContext } from 'react'
import { createRoot } from 'react-dom/client'

window.chosen = []

function Results() {
  const { fetchGifs, searchKey } = useContext(SearchContext)
  const choose = (gif, event) => {
    event.preventDefault()
    window.chosen.push(gif)
  }
  return <Grid key={searchKey} width={600} columns={3} fetchGifs={fetchGifs} onGifClick={choose} />
}

createRoot(document.getElementById('app')).render(
  <SearchContextManager apiKey="any-key">
    <SearchBar />
    <SuggestionBar />
    <Results />
  </SearchContextManager>,
)
