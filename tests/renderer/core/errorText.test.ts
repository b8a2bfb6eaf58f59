import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { errorFacts, errorText } from '../../../src/renderer/core/errorText.ts'
import { interpolation, textFormatter } from '../../../src/renderer/core/i18n.ts'
import texts from '../../../src/renderer/locales/en-US.json' with { type: 'json' }
import { errorCodes } from '../../../src/shared/errors.ts'

beforeAll(async () => {
  await i18next.use(textFormatter).init({
    lng: 'en-US',
    resources: { 'en-US': { translation: texts } },
    interpolation,
  })
})

test.each(errorCodes)('%s has a plain sentence, whatever details are missing', (code) => {
  const { sentence, action, actionLabel } = errorText(i18next.t, { code, message: 'for the log' })
  expect(sentence).toMatch(/^[A-Z].*[.]$/s)
  expect(sentence).not.toMatch(/\{\{|errors\.|undefined|for the log/)
  expect(actionLabel === null).toBe(action === null)
  expect(actionLabel ?? '').not.toMatch(/errors\./)
})

test('the sentence names the provider and the model', () => {
  const error = { code: 'contextTooLong', message: '', details: { model: 'GPT <5>' } } as const
  expect(errorText(i18next.t, error).sentence).toContain('GPT <5>')
  const refused = { code: 'keyRefused', message: '', details: { provider: 'Groq' } } as const
  expect(errorText(i18next.t, refused).sentence).toBe(
    'Groq rejected the API key. Check it, or enter a different one.',
  )
})

test.each([
  ['http://127.0.0.1:11434/v1', false],
  ['http://localhost:8080', false],
  ['http://[::1]:1234/v1', false],
  ['https://api.example.com/v1', true],
  ['http://192.168.1.4:11434/v1', true],
])('a lost connection to %s blames the network: %s', (subject, blamesNetwork) => {
  const error = { code: 'connectionFailed', message: '', details: { subject } } as const
  expect(errorText(i18next.t, error).sentence.includes('network')).toBe(blamesNetwork)
})

test.each([
  [undefined, '40 seconds'],
  [1.2, '2 seconds'],
  [1, '1 second.'],
  [0, 'again now'],
  [180, '180 seconds'],
  [180.5, '4 minutes'],
  [3723, '63 minutes'],
  [180 * 60, '180 minutes'],
  [180 * 60 + 1, '4 hours'],
])('a rate limit with %s seconds left says "%s"', (secondsLeft, expected) => {
  const details = { provider: 'Groq', retryAfterSeconds: 40 }
  const error = { code: 'rateLimited', message: '', details } as const
  expect(errorText(i18next.t, error, secondsLeft).sentence).toContain(expected)
})

test('a program that did not start is told with what it wrote', () => {
  const details = { subject: 'uvx', lastLine: 'No key: set MAP_KEY' }
  const error = { code: 'pluginNotStarted', message: '', details } as const
  expect(errorText(i18next.t, error).sentence).toBe(
    'The program “uvx” couldn’t be started. It wrote: “No key: set MAP_KEY”. Check its settings, then try again.',
  )
  const silent = { ...error, details: { ...details, lastLine: '' } }
  expect(errorText(i18next.t, silent).sentence).toBe(
    'The program “uvx” couldn’t be started. Check its settings, then try again.',
  )
})

test('a rate limit without a time gives none', () => {
  const { sentence } = errorText(i18next.t, { code: 'rateLimited', message: '' })
  expect(sentence).not.toMatch(/\d/)
})

test('a limit of a day says so, unless it says until when', () => {
  const details = { provider: 'Groq', period: 'day' } as const
  const error = { code: 'rateLimited', message: '', details } as const
  expect(errorText(i18next.t, error).sentence).toContain('tomorrow')
  const timed = { ...error, details: { ...details, retryAfterSeconds: 20_000 } }
  expect(errorText(i18next.t, timed).sentence).toContain('6 hours')
})

test('the facts are those that are known', () => {
  const details = { status: 429, requestId: 'req_1', answer: '', provider: 'Groq' }
  const facts = errorFacts(i18next.t, { code: 'rateLimited', message: '', details })
  expect(facts.map(({ value }) => value)).toEqual(['Groq', '429', 'req_1'])
})

test('a chat that is too long can go on without its beginning', () => {
  const details = { model: 'Small', droppable: 4 }
  const { action, sentence } = errorText(i18next.t, {
    code: 'contextTooLong',
    message: '',
    details,
  })
  expect(action).toBe('shorten')
  expect(sentence).toContain('4 earlier messages')
  const none = { code: 'contextTooLong', message: '', details: { droppable: 0 } } as const
  expect(errorText(i18next.t, none).action).toBe('chooseModel')
})

test('a retired model names its successor on the button', () => {
  const details = { model: 'Old', replacement: 'new-1' }
  const error = { code: 'modelRetired', message: '', details } as const
  expect(errorText(i18next.t, error)).toMatchObject({
    action: 'useReplacement',
    actionLabel: 'Use new-1',
  })
  const unknown = { code: 'modelRetired', message: '' } as const
  expect(errorText(i18next.t, unknown).action).toBe('chooseModel')
})

test('a time in a sentence is written as the language does', () => {
  const details = { provider: 'updates.example', time: Date.UTC(2027, 1, 27, 12) }
  const error = { code: 'updateExpired', message: '', details } as const
  expect(errorText(i18next.t, error).sentence).toMatch(
    / valid until Feb 2[678], 2027, \d+:00\s[AP]M\. /,
  )
})
