import { scanPlain, scanRelaxed } from './kernelModules.ts'

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

export type KernelKind = 'relaxed' | 'plain'

const modules: Record<KernelKind, string> = { relaxed: scanRelaxed, plain: scanPlain }

/** The fastest kernel that this machine has: not every one has relaxed SIMD. */
export const bestKernel: KernelKind = WebAssembly.validate(bytesOf('relaxed')) ? 'relaxed' : 'plain'

/** Creates the kernel on a memory. Both kinds give the same scores. */
export function createKernel(memory: WebAssembly.Memory, kind: KernelKind = bestKernel): Scan {
  const module = new WebAssembly.Module(bytesOf(kind))
  const { exports } = new WebAssembly.Instance(module, { scan: { memory } })
  return exports['scan'] as Scan
}

function bytesOf(kind: KernelKind): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(modules[kind], 'base64'))
}
