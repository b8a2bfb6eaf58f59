import type { BranchVersion } from '../../../shared/chat/tree.ts'

/** Fields of a row that decide where a key leads. */
type Row = Pick<BranchVersion, 'depth' | 'words'>

/**
 * Returns the index of the row that a key leads to in a tree of open rows: the arrow towards the
 * line's end leads to the first row below, the other one to the row above it in the tree, a letter
 * to the next row that begins with it. Returns undefined if there is none.
 */
export function relatedRow(
  rows: readonly Row[],
  index: number,
  { key, dir }: { key: string; dir: string },
): number | undefined {
  const depth = rows[index]?.depth ?? 0
  const [inwards, outwards] =
    dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  if (key === inwards) return (rows[index + 1]?.depth ?? 0) > depth ? index + 1 : undefined
  if (key === outwards) {
    const parent = rows.slice(0, index).findLastIndex((row) => row.depth < depth)
    return parent < 0 ? undefined : parent
  }
  if (key.length !== 1) return undefined
  const wanted = key.toLocaleLowerCase()
  const begins = (row: Row): boolean => row.words.toLocaleLowerCase().startsWith(wanted)
  const after = rows.findIndex((row, at) => at > index && begins(row))
  const found = after < 0 ? rows.findIndex(begins) : after
  return found < 0 ? undefined : found
}
