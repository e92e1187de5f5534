/** The parts of WebAssembly that we use. Its types otherwise come with the DOM's, which no server has. */
declare namespace WebAssembly {
  function validate(bytes: Uint8Array): boolean
  class Memory {
    constructor(size: { initial: number; maximum?: number })
    readonly buffer: ArrayBuffer
  }
  type Module = { readonly compiled: never }
  const Module: new (bytes: Uint8Array) => Module
  class Instance {
    constructor(module: Module, imports: { env?: { memory: Memory } })
    readonly exports: object
  }
}
