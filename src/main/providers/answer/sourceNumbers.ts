/**
 * Returns a function that numbers an answer's sources from 1 by their identity. A repeated source
 * keeps its number.
 */
export function createSourceNumbers(): (identity: string) => number {
  const numbers = new Map<string, number>()
  return (identity) => {
    const number = numbers.get(identity) ?? numbers.size + 1
    numbers.set(identity, number)
    return number
  }
}
