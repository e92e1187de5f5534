/** A worker of a browser or of Node.js. */
export type WorkerLike = {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void
  terminate(): unknown
}
