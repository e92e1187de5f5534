import type { Page } from 'playwright-core'
import type { Layer } from '#src/layers/layer.ts'
import { until } from '../until.ts'

/** The layers that the maker's form would send. */
export async function layersIn(page: Page): Promise<Layer[]> {
  return JSON.parse((await page.locator('[data-layers-field]').inputValue()) || '[]') as Layer[]
}

/** Waits until the layers that the maker's form would send satisfy a condition. */
export async function untilLayers(page: Page, isSo: (layers: Layer[]) => boolean): Promise<Layer[]> {
  let layers: Layer[] = []
  await until(`layers: ${isSo.toString()}`, async () => {
    layers = await layersIn(page)
    return isSo(layers)
  })
  return layers
}
