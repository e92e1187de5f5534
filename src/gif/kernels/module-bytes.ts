import { decodeBase64 } from './base64.ts'
import { kernelsModule } from './kernels-module.ts'

/** Returns the compiled kernels. The packed library has them deflated: scripts/pack-encoder.ts. */
export function moduleBytes(): Uint8Array<ArrayBuffer> {
  return decodeBase64(kernelsModule)
}
