import type { Size } from '../../../kit/client/crop/crop-geometry.ts'

/** Gives the stage the shape of the picture on it, which what lies over the picture follows. */
export function shapeStage(player: HTMLElement, { width, height }: Size): void {
  player.closest<HTMLElement>('[data-stage]')?.style.setProperty('--aspect', `${width} / ${height}`)
}
