import { markedName } from '../../providers/markedName.ts'

/**
 * Returns the name of a text at the service. Its mark belongs to one upload alone, so that a file
 * whose id was lost in a kill is found again instead of being uploaded twice.
 */
export function remoteName(name: string, baseId: string, number: number): string {
  return markedName(name, `${baseId.slice(0, 8)}-${String(number)}`, '.txt')
}
