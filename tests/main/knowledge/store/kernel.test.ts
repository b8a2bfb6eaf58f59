import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bestKernel,
  createKernel,
  createSignKernel,
  type KernelKind,
} from '../../../../src/main/knowledge/store/vectors/kernel.ts'
import {
  calibrate,
  codeLength,
  encode,
  encodeQuery,
  encodeSigns,
  signsLength,
} from '../../../../src/main/knowledge/store/vectors/codes.ts'
import { fromHalves, toHalves } from '../../../../src/main/knowledge/store/vectors/halves.ts'
import { createTopScores } from '../../../../src/main/knowledge/store/vectors/topScores.ts'
import { compileKernels, kernelModulesPath } from './compileKernels.ts'

test('the modules are what their text compiles to', async () => {
  // If not: node tests/main/knowledge/store/compileKernels.ts
  expect(readFileSync(kernelModulesPath, 'utf8')).toBe(await compileKernels())
})

test('this machine has relaxed SIMD, so both kernels are tested', () => {
  expect(bestKernel).toBe('relaxed')
})

const extremes = fc.constantFrom(-127, -1, 0, 1, 127)
const queryByte = fc.oneof(extremes, fc.integer({ min: -127, max: 127 }))
const codeByte = fc.oneof(fc.constantFrom(0, 64, 127), fc.integer({ min: 0, max: 127 }))

/** Rows of codes and a query of as many dimensions. */
const scans = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 3 }))
  .chain(([parts, fours]) =>
    fc.record({
      query: fc.array(queryByte, { minLength: parts * 16, maxLength: parts * 16 }),
      rows: fc.array(fc.array(codeByte, { minLength: parts * 16, maxLength: parts * 16 }), {
        minLength: fours * 4,
        maxLength: fours * 4,
      }),
    }),
  )

describe.each<KernelKind>(['relaxed', 'plain'])('the %s kernel', (kind) => {
  test('scores as plain arithmetic does', () => {
    fc.assert(
      fc.property(scans, ({ query, rows }) => {
        const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 })
        const dimensions = query.length
        const [scoresAt, listAt, codesAt] = [1024, 1536, 2048]
        new Int8Array(memory.buffer, 0, dimensions).set(query)
        new Uint8Array(memory.buffer, codesAt).set(rows.flat())
        const kernel = createKernel(memory, kind)
        const scores = () => [...new Int32Array(memory.buffer, scoresAt, rows.length)]
        const expected = rows.map((row) =>
          row.reduce((sum, code, at) => sum + code * (query[at] ?? 0), 0),
        )
        kernel.scan(codesAt, rows.length, dimensions, 0, scoresAt)
        expect(scores()).toEqual(expected)
        const addresses = rows.map((_, row) => codesAt + row * dimensions).toReversed()
        new Uint32Array(memory.buffer, listAt, rows.length).set(addresses)
        kernel.scanListed(listAt, rows.length, dimensions, 0, scoresAt)
        expect(scores()).toEqual(expected.toReversed())
      }),
      { numRuns: 300 },
    )
  })

  test('the largest products of 8,192 dimensions do not overflow', () => {
    const memory = new WebAssembly.Memory({ initial: 2, maximum: 2 })
    new Int8Array(memory.buffer, 0, 8192).fill(-127)
    new Uint8Array(memory.buffer, 16_384, 4 * 8192).fill(127)
    createKernel(memory, kind).scan(16_384, 4, 8192, 0, 8192)
    expect([...new Int32Array(memory.buffer, 8192, 4)]).toEqual(
      Array.from({ length: 4 }, () => -127 * 127 * 8192),
    )
  })
})

test('signs of codes are counted as plain arithmetic counts them', () => {
  fc.assert(
    fc.property(scans, ({ query, rows }) => {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 })
      const dimensions = query.length
      const bytes = signsLength(dimensions)
      const [distancesAt, signsAt, codesAt] = [1024, 2048, 8192]
      const kernel = createSignKernel(memory)
      const mean = new Float32Array(dimensions).fill(3)
      encodeSigns(Float32Array.from(query), mean, new Uint8Array(memory.buffer, 0, bytes))
      new Uint8Array(memory.buffer, codesAt).set(rows.flat())
      kernel.signs(codesAt, rows.length, dimensions, signsAt, bytes)
      kernel.distances(signsAt, rows.length, bytes, 0, distancesAt)
      expect([...new Int32Array(memory.buffer, distancesAt, rows.length)]).toEqual(
        rows.map((row) => row.filter((code, at) => code > 64 !== (query[at] ?? 0) > 3).length),
      )
    }),
    { numRuns: 300 },
  )
})

test('the most signs that there can be differ, and do not overflow', () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 })
  const bytes = signsLength(16_384)
  new Uint8Array(memory.buffer, 4096, bytes).fill(255)
  createSignKernel(memory).distances(4096, 1, bytes, 0, 2048)
  expect(new Int32Array(memory.buffer, 2048, 1)[0]).toBe(16_384)
})

test('codes keep the order of what is clearly nearer', () => {
  const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
    minLength: 40,
    maxLength: 40,
  })
  fc.assert(
    fc.property(fc.array(vector, { minLength: 2, maxLength: 20 }), vector, (given, asked) => {
      const vectors = given.map((each) => Float32Array.from(each))
      const calibration = calibrate(vectors, 40)
      const query = new Int8Array(codeLength(40))
      encodeQuery(Float32Array.from(asked), query)
      const scored = vectors.map((each) => {
        const code = new Uint8Array(codeLength(40))
        encode(each, calibration, code, 0)
        expect(code.every((value) => value <= 127)).toBe(true)
        const score = code.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0)
        const exact = each.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0)
        return { score, exact }
      })
      const [first, second] = scored
      if (!first || !second || first.exact - second.exact < 4) return
      expect(first.score).toBeGreaterThan(second.score)
    }),
  )
})

test('16-bit floats keep three digits', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true })), (values) => {
      const read = fromHalves(toHalves(Float32Array.from(values)))
      expect(read).toHaveLength(values.length)
      for (const [at, value] of values.entries()) {
        expect(Math.abs((read[at] ?? 9) - value)).toBeLessThan(0.0006)
      }
    }),
  )
})

test('the best scores are those that sorting gives', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -50, max: 50 })),
      fc.integer({ min: 1, max: 20 }),
      (scores, capacity) => {
        const best = createTopScores(capacity)
        for (const [slot, score] of scores.entries()) {
          if (score > best.floor) best.add(slot, score)
        }
        const kept = best.slots().map((slot) => scores[slot])
        expect(kept.toSorted((a = 0, b = 0) => b - a)).toEqual(
          scores.toSorted((a, b) => b - a).slice(0, capacity),
        )
      },
    ),
  )
})
