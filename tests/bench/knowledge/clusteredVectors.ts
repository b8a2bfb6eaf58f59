import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom, type Random } from '../search/vocabulary.ts'

export interface Size {
  count: number
  dimensions: number
}

export interface VectorSet extends Size {
  vectors: Float32Array
  queries: Float32Array[]
  /** The indices of the nearest vectors of each query, by plain arithmetic. */
  nearest: number[][]
}

export const neighbours = 20
const queryCount = 100
const clusters = 1000
/** The noise of a cluster has fewer directions than the space, as embeddings of texts do. */
const noiseRank = 64

/** Parses a size such as `100000x768`; undefined if it is none. */
export function parseSize(text: string): Size | undefined {
  const match = /^(\d+)x(\d+)$/.exec(text)
  return match ? { count: Number(match[1]), dimensions: Number(match[2]) } : undefined
}

/** Returns vectors of length 1 around centres that are not equally frequent. Keeps them on disk. */
export function loadVectors(folder: string, size: Size): VectorSet {
  const file = join(folder, 'vectors.f32')
  const truth = join(folder, 'nearest.json')
  if (!existsSync(truth)) {
    mkdirSync(folder, { recursive: true })
    const made = makeVectors(size)
    const set = split(made, size)
    writeFileSync(file, new Uint8Array(made.buffer))
    writeFileSync(`${truth}.new`, JSON.stringify(set.queries.map((query) => nearestOf(set, query))))
    renameSync(`${truth}.new`, truth)
  }
  const bytes = readFileSync(file)
  const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
  return { ...split(all, size), nearest: JSON.parse(readFileSync(truth, 'utf8')) as number[][] }
}

export function vectorAt({ vectors, dimensions }: VectorSet, index: number): Float32Array {
  return vectors.subarray(index * dimensions, (index + 1) * dimensions)
}

/** The queries are vectors like the others, after them. */
function split(all: Float32Array, size: Size): VectorSet {
  const { count, dimensions } = size
  const queries = Array.from({ length: queryCount }, (_, index) =>
    all.slice((count + index) * dimensions, (count + index + 1) * dimensions),
  )
  return { ...size, vectors: all.subarray(0, count * dimensions), queries, nearest: [] }
}

function makeVectors({ count, dimensions }: Size): Float32Array {
  const random = createRandom(count + dimensions)
  const list = (length: number): Float32Array[] =>
    Array.from({ length }, () => Float32Array.from({ length: dimensions }, () => normal(random)))
  const centres = list(clusters)
  const directions = list(noiseRank)
  const all = new Float32Array((count + queryCount) * dimensions)
  for (let index = 0; index < count + queryCount; index += 1) {
    const vector = all.subarray(index * dimensions, (index + 1) * dimensions)
    vector.set(centres[Math.floor(clusters ** random()) - 1] ?? [])
    for (const direction of directions) {
      const weight = normal(random) * 0.12
      for (let at = 0; at < dimensions; at += 1) {
        vector[at] = (vector[at] ?? 0) + weight * (direction[at] ?? 0)
      }
    }
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
    for (let at = 0; at < dimensions; at += 1) vector[at] = (vector[at] ?? 0) / length
  }
  return all
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function nearestOf(set: VectorSet, query: Float32Array): number[] {
  const scores = Float32Array.from({ length: set.count }, (_, index) => {
    const start = index * set.dimensions
    let sum = 0
    for (let at = 0; at < set.dimensions; at += 1) {
      sum += (query[at] ?? 0) * (set.vectors[start + at] ?? 0)
    }
    return sum
  })
  return Array.from(scores.keys())
    .toSorted((first, second) => (scores[second] ?? 0) - (scores[first] ?? 0))
    .slice(0, neighbours)
}
