/**
 * Frees the memory of bytes immediately, which the collector would do only after tens of megabytes. They must not be
 * used again. Bytes that share their memory with others are left alone.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
