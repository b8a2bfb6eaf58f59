import { scanPlain, scanRelaxed, signs } from './kernelModules.ts'

/**
 * Scores `count` rows of `dimensions` codes each. All are offsets in the memory, but for those two.
 * `count` is a multiple of 4, `dimensions` one of 16. Codes are 0 to 127, the query -127 to 127.
 */
export type Scan = (
  codes: number,
  count: number,
  dimensions: number,
  query: number,
  scores: number,
) => void

export interface ScanKernel {
  /** Scores rows that follow each other, from `codes` on. */
  scan: Scan
  /** Scores the rows at the addresses of a list of 32-bit numbers, which `codes` points to. */
  scanListed: Scan
}

export interface SignKernel {
  /**
   * Writes the signs of `count` rows of `dimensions` codes: 1 where a code lies above that of the
   * mean. A row of signs has `bytes` bytes, at least an eighth of `dimensions`.
   */
  signs: (codes: number, count: number, dimensions: number, signs: number, bytes: number) => void
  /** Counts the bits in which rows of signs differ from the query's. `bytes` is a multiple of 16. */
  distances: (signs: number, count: number, bytes: number, query: number, distances: number) => void
}

export type KernelKind = 'relaxed' | 'plain'

const modules: Record<KernelKind, string> = { relaxed: scanRelaxed, plain: scanPlain }

/** The fastest kernel that this machine has: not every one has relaxed SIMD. */
export const bestKernel: KernelKind = WebAssembly.validate(bytesOf(modules.relaxed))
  ? 'relaxed'
  : 'plain'

/** Creates the kernel on a memory. Both kinds give the same scores. */
export function createKernel(
  memory: WebAssembly.Memory,
  kind: KernelKind = bestKernel,
): ScanKernel {
  return exportsOf(bytesOf(modules[kind]), memory) as unknown as ScanKernel
}

export function createSignKernel(memory: WebAssembly.Memory): SignKernel {
  return exportsOf(bytesOf(signs), memory) as unknown as SignKernel
}

function exportsOf(
  bytes: Uint8Array<ArrayBuffer>,
  memory: WebAssembly.Memory,
): Record<string, unknown> {
  return new WebAssembly.Instance(new WebAssembly.Module(bytes), { scan: { memory } }).exports
}

function bytesOf(module: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(module, 'base64'))
}
