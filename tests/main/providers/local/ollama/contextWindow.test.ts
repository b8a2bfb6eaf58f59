import { describe, expect, test } from 'vitest'
import {
  cacheBytesPerToken,
  chooseWindow,
  largestWindow,
} from '../../../../../src/main/providers/local/ollama/contextWindow.ts'

/** Numbers of llama3.1:8b: 32 layers of 8 heads of 128 numbers take 128 KiB a token. */
const info = {
  'general.architecture': 'llama',
  'llama.block_count': 32,
  'llama.embedding_length': 4096,
  'llama.attention.head_count': 32,
  'llama.attention.head_count_kv': 8,
}
const gigabyte = 2 ** 30

describe('the cache for a token', () => {
  test.each([
    ['heads that share keys', {}, 131_072],
    ['widths of its own', { 'llama.attention.key_length': 64 }, 98_304],
    ['a count for each layer', { 'llama.attention.head_count_kv': [8, 0, 8, 16] }, 16_384],
    ['as many keys as heads', { 'llama.attention.head_count_kv': undefined }, 524_288],
    ['no number of layers', { 'llama.block_count': undefined }, undefined],
    ['nonsense', { 'llama.attention.head_count_kv': 'eight' }, undefined],
  ])('with %s', (_name, changed, expected) => {
    expect(cacheBytesPerToken({ ...info, ...changed })).toBe(expected)
  })

  test('is unknown without any number', () => {
    expect(cacheBytesPerToken({})).toBeUndefined()
  })
})

describe('the largest window', () => {
  const facts = {
    trainedTokens: 131_072,
    fileTokens: undefined,
    bytesPerToken: 131_072,
    weightsBytes: 5 * gigabyte,
  }
  const held = (tokens: number, bytes: number) => ({ tokens, bytes })

  test.each([
    // 3/4 of 16 GiB less 5 GiB is 7 GiB, and a GiB holds 8192 tokens.
    ['fits in memory', facts, null, undefined, 16, 57_344],
    [
      'counts what the server says beside the cache',
      facts,
      null,
      held(8192, 8 * gigabyte),
      16,
      40_960,
    ],
    ['is a quarter of a model that takes all memory', facts, null, undefined, 4, 10_240],
    ['is the trained one where there is room', facts, null, undefined, 64, 131_072],
    ['is the loaded one where that is larger', facts, null, held(65_536, 13 * gigabyte), 8, 65_536],
    ['is as much as the model on another computer', facts, null, undefined, null, 40_960],
    ['is the file’s', { ...facts, fileTokens: 6000 }, null, undefined, 64, 6000],
    ['is the user’s', { ...facts, fileTokens: 6000 }, 100_000, held(8192, 0), 8, 100_000],
    ['is no more than trained', facts, 1_000_000, undefined, 64, 131_072],
    [
      'is not bound by unknown sizes',
      { ...facts, bytesPerToken: undefined },
      null,
      undefined,
      4,
      131_072,
    ],
    [
      'is never below the server’s own',
      { ...facts, weightsBytes: gigabyte / 4 },
      null,
      undefined,
      0,
      4096,
    ],
  ] as const)('%s', (_name, given, setting, loaded, gigabytes, expected) => {
    const memory = gigabytes === null ? null : gigabytes * gigabyte
    expect(largestWindow(given, setting, loaded, memory)).toBe(expected)
  })

  test('is unknown without any number', () => {
    const none = {
      trainedTokens: undefined,
      fileTokens: undefined,
      bytesPerToken: undefined,
      weightsBytes: undefined,
    }
    expect(largestWindow(none, null, undefined, gigabyte)).toBeUndefined()
  })
})

describe('the window of a request', () => {
  test.each([
    ['the server’s own is enough', 4000, undefined, undefined, 40_960, undefined],
    ['the file’s is enough', 6000, undefined, 8000, 8000, undefined],
    ['grows to a power of two', 12_528, undefined, undefined, 40_960, 16_384],
    ['begins at 8192', 4097, undefined, undefined, 40_960, 8192],
    ['ends at the largest', 60_000, undefined, undefined, 40_960, 40_960],
    ['stays as loaded', 300, 16_384, undefined, 40_960, 16_384],
    ['stays at the server’s own', 300, 4096, undefined, 40_960, 4096],
    ['grows from the loaded one', 20_000, 16_384, undefined, 40_960, 32_768],
    ['never shrinks', 60_000, 65_536, undefined, 40_960, 65_536],
    ['has no end that is known', 60_000, undefined, undefined, Infinity, 65_536],
    ['does not exceed the file’s', 60_000, undefined, 8000, 8000, 8000],
  ] as const)('%s', (_name, neededTokens, loadedTokens, fileTokens, largestTokens, expected) => {
    const choice = { neededTokens, loadedTokens, fileTokens, largestTokens }
    expect(chooseWindow(choice)).toBe(expected)
  })
})
