import { createHash } from 'node:crypto'

const directions = new Map<string, Buffer>()

/**
 * Embeds a text as the tests do: each of its triples of letters points in a direction of its own.
 * The same text has the same vector everywhere; similar spellings have similar ones. At most 64
 * dimensions.
 */
export function embedText(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  const padded = ` ${text.toLowerCase().replaceAll(/\s+/g, ' ')} `
  for (let at = 0; at < padded.length - 2; at += 1) {
    const direction = directionOf(padded.slice(at, at + 3))
    for (let index = 0; index < dimensions; index += 1) {
      vector[index] = (vector[index] ?? 0) + (direction[index] ?? 0) - 127.5
    }
  }
  return vector
}

function directionOf(triple: string): Buffer {
  const direction = directions.get(triple) ?? createHash('sha512').update(triple).digest()
  directions.set(triple, direction)
  return direction
}
