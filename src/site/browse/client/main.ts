import { playGrid } from '../../kit/client/play-grid.ts'
import { bringSource } from './bring-source.ts'
import { loadEndlessly } from './endless.ts'
import { followTyping } from './follow-typing.ts'
import { keepPosition } from './keep-position.ts'

keepPosition(() => grid.stopAll())
const grid = playGrid()
const restart = loadEndlessly(grid.refresh)
followTyping({
  leave: grid.stopAll,
  onChange() {
    grid.refresh()
    restart()
  },
})
bringSource(grid.stopAll)
