import { dropOldest } from '../../../../shared/dropOldest.ts'

/** The size of a drawing as Mermaid makes it, before it follows the text's size and is made to fit. */
export interface DrawnSize {
  width: number
  height: number
}

const storageKey = 'drawnDiagrams'
const maxSizes = 300

/** The sizes by a hash of the source, the oldest first. */
let sizes: Map<string, DrawnSize> | undefined

/** Returns how large this diagram was when it was drawn last; undefined where it never was. */
export function drawnSize(source: string): DrawnSize | undefined {
  sizes ??= read()
  return sizes.get(hashOf(source))
}

/** Remembers for the next time, also after a restart, how much room a diagram takes. */
export function rememberSize(source: string, size: DrawnSize): void {
  sizes ??= read()
  const hash = hashOf(source)
  const known = sizes.get(hash)
  if (known?.width === size.width && known.height === size.height) return
  sizes.set(hash, size)
  dropOldest(sizes, maxSizes)
  const entries = [...sizes].map(([key, { width, height }]) => [key, width, height])
  try {
    localStorage.setItem(storageKey, JSON.stringify(entries))
  } catch {
    // Without room for it, diagrams appear as they would for the first time.
  }
}

function read(): Map<string, DrawnSize> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return new Map(Array.isArray(stored) ? stored.flatMap(toEntry) : [])
  } catch {
    return new Map()
  }
}

function toEntry(stored: unknown): [string, DrawnSize][] {
  if (!Array.isArray(stored)) return []
  const [hash, width, height] = stored as unknown[]
  if (typeof hash !== 'string' || !isLength(width) || !isLength(height)) return []
  return [[hash, { width, height }]]
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 1e6
}

/** Returns Bernstein's hash with the length. Two sources of the same hash only share a size. */
function hashOf(source: string): string {
  let hash = 5381
  for (let index = 0; index < source.length; index++) {
    hash = (Math.imul(hash, 33) + source.charCodeAt(index)) | 0
  }
  return `${hash.toString(36)} ${source.length.toString(36)}`
}
