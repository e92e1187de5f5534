import { playGrid } from '../../kit/client/play-grid.ts'
import { openDropsInMaker } from './drop-to-maker.ts'
import { loadEndlessly } from './endless.ts'
import { searchWhileTyping } from './search-while-typing.ts'
import { keepPosition } from './keep-position.ts'

keepPosition(() => grid.stopAll())
const grid = playGrid()
const restart = loadEndlessly(grid.refresh)
searchWhileTyping({
  leave: grid.stopAll,
  onChange() {
    grid.refresh()
    restart()
  },
})
openDropsInMaker(grid.stopAll)
