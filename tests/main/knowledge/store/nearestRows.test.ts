import { describe, expect, test } from 'vitest'
import {
  nearestRows,
  type CodeRows,
} from '../../../../src/main/knowledge/store/vectors/nearestRows.ts'

const dimensions = 64
const limit = 20

/** Returns numbers between -1 and 1, always the same. */
function createRandom(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

/** Rows around centres, or without any order, with a question like them. */
function makeRows(count: number, clusters: number) {
  const random = createRandom()
  const vector = (): number[] => Array.from({ length: dimensions }, random)
  const centres = Array.from({ length: clusters }, vector)
  const next = (at: number): number[] => {
    const centre = centres[at % clusters]
    return centre ? vector().map((part, index) => (centre[index] ?? 0) + part / 2) : vector()
  }
  return { rows: Array.from({ length: count }, (_, at) => next(at)), question: next(3) }
}

/** The rows as the search sees them, counting what it scores. */
function watch(rows: number[][], question: number[], isAllowed: (row: number) => boolean) {
  const scored = { rows: 0 }
  const scores = rows.map((row) =>
    row.reduce((sum, part, at) => sum + Math.round(part * (question[at] ?? 0) * 1000), 0),
  )
  const list = (numbers: readonly number[]): Int32Array => {
    scored.rows += numbers.length
    return Int32Array.from(numbers, (row) => scores[row] ?? 0)
  }
  const between = (first: number, count: number): number[] =>
    Array.from({ length: count }, (_, at) => first + at)
  const differs = (row: number): number =>
    (rows[row] ?? []).filter((part, at) => part > 0 !== (question[at] ?? 0) > 0).length
  const codes: CodeRows = {
    count: rows.length,
    blockRows: 512,
    scoreBlock: (first, count) => list(between(first, count)),
    scoreRows: list,
    distancesOfBlock: (first, count) => Int32Array.from(between(first, count), differs),
    isAllowed,
  }
  const exact = scores
    .map((score, row) => ({ score, row }))
    .filter(({ row }) => isAllowed(row))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ row }) => row)
  return { codes, exact, scored }
}

describe('the best rows are those that scoring all of them gives', () => {
  test.each([
    ['in a small space', 5000, 50, () => true, 5000],
    ['in a large space, few of whose rows are scored', 40_000, 50, () => true, 10_000],
    ['without any order, where signs tell too little', 40_000, 0, () => true, Infinity],
    ['of one source of many', 40_000, 50, (row: number) => row % 40 === 3, 1000],
    ['of half the sources', 40_000, 50, (row: number) => row % 2 === 1, 10_000],
    ['of no source', 40_000, 50, () => false, 0],
  ])('%s', (_name, count, clusters, isAllowed, most) => {
    const { rows, question } = makeRows(count, clusters)
    const { codes, exact, scored } = watch(rows, question, isAllowed)
    expect(new Set(nearestRows(codes, limit))).toEqual(new Set(exact))
    expect(scored.rows).toBeLessThanOrEqual(most)
  })
})
