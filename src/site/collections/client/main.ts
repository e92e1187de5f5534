import { playGrid } from '../../kit/client/play-grid.ts'

const grid = playGrid()
addEventListener('pagehide', grid.stopAll)
