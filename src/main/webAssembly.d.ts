/**
 * The part of WebAssembly that main uses. Node's types have none, and those of the DOM would bring
 * all of it.
 */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>

  class Memory {
    constructor(descriptor: { initial: number; maximum?: number })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }

  class Table {
    readonly length: number
    get(index: number): unknown
    set(index: number, value: unknown): void
  }

  class Module {
    constructor(bytes: Uint8Array)
  }

  class Instance {
    constructor(module: Module, imports?: Imports)
    readonly exports: Record<string, unknown>
  }

  function validate(bytes: Uint8Array): boolean
  function compile(bytes: Uint8Array): Promise<Module>
  function instantiate(module: Module, imports?: Imports): Promise<Instance>
}
