import { expect, test } from 'vitest'
import {
  createTokenAligner,
  type ServerToken,
} from '../../../../src/main/providers/completions/alignTokens.ts'

const token = (
  text: string,
  logprob: number | null,
  bytes: number[] | null = null,
): ServerToken => ({
  ...{ id: null, text, bytes, logprob },
  alternatives: [],
})

const told = (pieces: { text: string; logprob: number | null }[]) =>
  pieces.map(({ text, logprob }) => [text, logprob])

test('a character that comes in halves is one piece, with both probabilities multiplied', () => {
  const aligner = createTokenAligner()
  const bytes = [...Buffer.from('🦊')]
  expect(aligner.push('', [token('\uFFFD', -0.5, bytes.slice(0, 2))])).toEqual([])
  expect(told(aligner.push('🦊', [token('\uFFFD', -0.25, bytes.slice(2))]))).toEqual([
    ['🦊', -0.75],
  ])
})

test('halves are read as OpenAI writes them', () => {
  const aligner = createTokenAligner()
  const tokens = [token('bytes:\\xc3', -1), token('bytes:\\xa9', -1), token('t', -3)]
  expect(told(aligner.push('ét', tokens))).toEqual([
    ['é', -2],
    ['t', -3],
  ])
})

test('halves without bytes are shown as text, and nothing is lost', () => {
  const aligner = createTokenAligner()
  expect(
    told(aligner.push('é!', [token('\uFFFD', -1), token('\uFFFD', -1), token('!', -2)])),
  ).toEqual([['é!', null]])
  expect(told(aligner.push(' So', [token(' So', -1)]))).toEqual([[' So', -1]])
})

test('a stop word inside a token leaves its beginning', () => {
  const aligner = createTokenAligner()
  expect(told(aligner.push('end', [token('end.\nUser', -1)]))).toEqual([])
  expect(told(aligner.end())).toEqual([['end', -1]])
})

test('a piece has the ids of all its tokens, or none if one is unknown or cut', () => {
  const aligner = createTokenAligner()
  const bytes = [...Buffer.from('é')]
  const halves = bytes.map((byte, index) => ({ ...token('\uFFFD', -1, [byte]), id: 7 + index }))
  const pieces = [
    ...aligner.push('é', halves),
    ...aligner.push(' a', [token(' a', -1)]),
    ...aligner.push(' end', [{ ...token(' end.', -1), id: 9 }]),
    ...aligner.end(),
  ]
  expect(pieces.map(({ text, tokenIds }) => [text, tokenIds])).toEqual([
    ['é', [7, 8]],
    [' a', undefined],
    [' end', undefined],
  ])
})

test('a token whose text comes later waits for it', () => {
  const aligner = createTokenAligner()
  expect(aligner.push('fo', [token('fox', -1)])).toEqual([])
  expect(told(aligner.push('x', []))).toEqual([['fox', -1]])
})

test('an end mark without text is no piece', () => {
  const aligner = createTokenAligner()
  const pieces = aligner.push('fox', [token('fox', -1), token('', -2), token('</s>', -3)])
  expect(told([...pieces, ...aligner.end()])).toEqual([['fox', -1]])
})

test('a token that is not in the text never replaces the text', () => {
  const aligner = createTokenAligner()
  expect(told(aligner.push('a fox', [token('▁a', -1), token('▁fox', -1)]))).toEqual([
    ['a fox', null],
  ])
})

test('alternatives are sorted, once each, without halves of characters', () => {
  const aligner = createTokenAligner()
  const alternatives = [
    { text: ' b', bytes: null, logprob: -3 },
    { text: ' a', bytes: null, logprob: -1 },
    { text: ' a', bytes: [32, 97], logprob: -4 },
    { text: '\uFFFD', bytes: [0xf0], logprob: -2 },
    { text: ' c', bytes: null, logprob: null },
    { text: ' d', bytes: null, logprob: 0.001 },
  ].map((one) => ({ id: null, ...one }))
  expect(aligner.push(' a', [{ ...token(' a', -1), alternatives }])).toEqual([
    {
      ...{ text: ' a', logprob: -1 },
      alternatives: [
        { text: ' d', logprob: 0 },
        { text: ' a', logprob: -1 },
        { text: ' b', logprob: -3 },
      ],
    },
  ])
})
