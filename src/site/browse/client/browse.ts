import { loadEndlessly } from './endless.ts'
import { followTyping } from './follow-typing.ts'
import { keepPlace } from './keep-place.ts'
import { playWall } from '../../kit/client/play-wall.ts'
import { suggestWhileTyping } from '../../kit/client/suggestions.ts'

/** Walls play, grow as one scrolls and follow what is typed; the search field suggests. */
export function browse(): void {
  keepPlace(() => wall.stopAll())
  const wall = playWall()
  const restart = loadEndlessly(wall.refresh)
  followTyping({
    leave: wall.stopAll,
    onChange() {
      wall.refresh()
      restart()
    },
  })
  suggestWhileTyping()
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) wall.refresh()
  })
}
