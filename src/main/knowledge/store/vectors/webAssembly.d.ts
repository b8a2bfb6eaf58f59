/** The part of WebAssembly that the kernel needs. Its types belong to the DOM, which main lacks. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>)
  }
  class Memory {
    /** Both in pages of 64 KiB. */
    constructor(size: { initial: number; maximum: number })
    /** Another one after each growth. */
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, Memory>>)
    readonly exports: Record<string, unknown>
  }
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean
}
