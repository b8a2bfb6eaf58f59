import { writeWhole } from '../../storage/writeWhole.ts'
import { checkSet } from './checkSet.ts'
import { readLines } from './readLines.ts'

export interface SplitOptions {
  path: string
  trainingPath: string
  validationPath: string
  /** The part of the examples that the model is measured with, from 0 to 0.5. */
  validationShare: number
  seed: number
  /** Leaves out lines that say the same as an earlier one. */
  dropDuplicates: boolean
}

export interface SplitResult {
  training: number
  validation: number
}

/**
 * Writes the examples to two files, in their order. The same seed gives the same files, and
 * examples that are nearly the same go to the same file. Errors: diskFull, folderReadOnly.
 */
export async function splitSet(options: SplitOptions): Promise<SplitResult> {
  const { path, seed, validationShare, dropDuplicates } = options
  const { lines, groups, repeats } = await checkSet(path)
  const measured = chooseGroups(groups, validationShare, seed)
  const counts: SplitResult = { training: 0, validation: 0 }

  async function* linesOf(part: keyof SplitResult): AsyncGenerator<Uint8Array> {
    let next = 0
    for await (const { number, text = '' } of readLines(path)) {
      if (number !== lines[next]) continue
      const index = next
      next += 1
      const isMeasured = measured.has(groups[index] ?? index)
      if (isMeasured !== (part === 'validation')) continue
      if (dropDuplicates && repeats.has(index)) continue
      counts[part] += 1
      yield Buffer.from(`${text.replace(/^\ufeff/, '').trim()}\n`)
    }
  }

  await writeWhole(options.trainingPath, linesOf('training'))
  await writeWhole(options.validationPath, linesOf('validation'))
  return counts
}

/** Chooses whole groups for validation, in a random order, as long as they fit into the share. */
export function chooseGroups(
  groups: readonly number[],
  share: number,
  seed: number,
): ReadonlySet<number> {
  const sizes = new Map<number, number>()
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  const wanted = Math.round(groups.length * share)
  const random = createRandom(seed)
  const order = [...sizes].map((entry) => ({ entry, key: random() }))
  order.sort((one, other) => one.key - other.key)
  const chosen = new Set<number>()
  let taken = 0
  for (const {
    entry: [group, size],
  } of order) {
    if (taken + size > wanted) continue
    chosen.add(group)
    taken += size
  }
  return chosen
}

/** Mulberry32: the same numbers from 0 to 1 for the same seed, on every machine. */
function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
