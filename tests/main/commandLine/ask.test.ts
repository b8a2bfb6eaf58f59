import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Delay } from '../../../src/main/commandLine/readInput.ts'
import { runCommand } from '../../../src/main/commandLine/runCommand.ts'
import { createKeychain } from '../../../src/main/secrets/keychain.ts'
import { writeBoundKey } from '../../../src/main/secrets/boundKey.ts'
import { startFakeOpenAi, type FakeOpenAi } from '../../fakes/fakeOpenAi.ts'

const key = 'sk-fake-0123456789'
let fake: FakeOpenAi
let folder: string

beforeEach(async () => {
  fake = await startFakeOpenAi({ key })
  fake.behave({ kind: 'answer', text: 'It is 300 m.' })
  folder = mkdtempSync(join(tmpdir(), 'parley-ask-'))
  writeSettings({ defaultModel: { providerId: 'fake', modelId: 'parley-large' } })
})

afterEach(() => fake.close())

function writeSettings(more: Record<string, unknown>): void {
  const provider = { id: 'fake', kind: 'openai-compatible', presetId: null, name: 'Fake' }
  const providers = [{ ...provider, baseUrl: fake.baseUrl }]
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ providers, ...more }))
}

interface Run {
  input?: string | Uint8Array | Readable
  isTerminal?: boolean
  signal?: AbortSignal
  onOutput?: (text: string) => void
  onError?: (text: string) => void
  delay?: Delay
}

/** Runs `parley ask` with a keychain that holds the fake's key. */
async function ask(given: readonly string[], run: Run = {}) {
  const { input, isTerminal = false, signal = new AbortController().signal, onOutput } = run
  const { onError, delay } = run
  const written: string[] = []
  const output = Object.assign(new PassThrough(), { isTTY: isTerminal })
  const errors = new PassThrough()
  let text = ''
  let told = ''
  errors.on('data', (piece: Buffer) => {
    told += piece.toString()
    onError?.(told)
  })
  output.on('data', (piece: Buffer) => {
    text += piece.toString()
    onOutput?.(text)
  })
  const changed = (): Promise<never> => {
    written.push('keychain')
    return Promise.reject(new Error('changed'))
  }
  const native = {
    getPassword: () =>
      Promise.resolve(writeBoundKey({ origin: new URL(fake.baseUrl).origin, key })),
    setPassword: changed,
    deletePassword: changed,
  }
  const piped =
    input instanceof Readable
      ? input
      : Readable.from(input === undefined ? [] : [Buffer.from(input)])
  const code = await runCommand(['ask', ...given], {
    terminal: { input: Object.assign(piped, { isTTY: input === undefined }), output, errors },
    version: '1.2.3',
    findFolder: () => folder,
    readDocument: () => Promise.resolve({ text: 'What the PDF says.', isPartial: false }),
    signal,
    env: { LANG: 'de_DE.UTF-8' },
    keychain: createKeychain({ load: () => Promise.resolve(native) }),
    ...(delay && { delay }),
  })
  expect(written).toEqual([])
  return { code, text, errors: told }
}

const sent = (): string => JSON.stringify(fake.requests.at(-1)?.body ?? '')

test('the default model answers, and nothing in the folder has changed', async () => {
  const before = readFileSync(join(folder, 'settings.json'), 'utf8')
  expect(await ask(['How tall?'])).toEqual({ code: 0, text: 'It is 300 m.\n', errors: '' })
  expect(readdirSync(folder)).toEqual(['settings.json'])
  expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(before)
})

test('the answer is written while it comes', async () => {
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  fake.behave({ kind: 'answer', text: 'One.', held: [{ until, text: ' Two.' }] })
  const onOutput = (text: string): void => void (text.includes('One.') && goOn())
  expect(await ask(['Count'], { onOutput })).toMatchObject({ code: 0, text: 'One. Two.\n' })
})

test('what is piped in stands below the question, or is the question', async () => {
  await ask(['Explain'], { input: 'let x = 1\n' })
  expect(sent()).toContain(JSON.stringify('Explain\n\nlet x = 1').slice(1, -1))
  await ask([], { input: 'Only this' })
  expect(sent()).toContain('Only this')
  expect(await ask([], { input: '' })).toMatchObject({ code: 2, text: '' })
  expect(await ask([], { input: new Uint8Array([0xff, 0xfe]) })).toMatchObject({ code: 1 })
})

test('a silent standard input is told of after 3 seconds, and still read', async () => {
  const input = new PassThrough()
  const waits: number[] = []
  const run: Run = {
    input,
    delay: (ms) => Promise.resolve(waits.push(ms)),
    onError: () => input.end('let x = 1'),
  }
  const { code, errors } = await ask(['Explain'], run)
  expect([code, waits]).toEqual([0, [3000]])
  expect(errors).toMatch(/^parley: Die Standardeingabe ist offen.+--no-stdin\.\n$/)
  expect(sent()).toContain('let x = 1')
})

test('standard input is told of only while it is silent, and not read with --no-stdin', async () => {
  const { promise: stopped, resolve: onStopped } = Promise.withResolvers<void>()
  const delay: Delay = (_ms, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        onStopped()
        reject(new Error('heard'))
      })
    })
  const input = new PassThrough()
  input.write('Some')
  void stopped.then(() => input.end(' code'))
  expect(await ask(['Explain'], { input, delay })).toMatchObject({ code: 0, errors: '' })
  expect(sent()).toContain('Some code')
  const endless = new PassThrough()
  expect(await ask(['Explain', '--no-stdin'], { input: endless })).toMatchObject({ code: 0 })
  expect(await ask(['--no-stdin'], { input: endless })).toMatchObject({ code: 2 })
})

test('files go along; a missing one is named, and nothing is sent', async () => {
  const path = join(folder, 'notes.txt')
  writeFileSync(path, 'Hills of the north')
  await ask(['Sum up', '-f', path])
  expect(sent()).toContain('Hills of the north')
  const before = fake.requests.length
  const { code, errors } = await ask(['Sum up', '-f', join(folder, 'gone.pdf')])
  expect([code, fake.requests.length]).toEqual([1, before])
  expect(errors).toContain('gone.pdf')
})

test('a model is named by its id, with its provider, or by its name', async () => {
  for (const name of ['parley-small', 'fake/parley-small', 'Fake/parley-small']) {
    expect(await ask(['Hi', '--model', name])).toMatchObject({ code: 0 })
    expect(sent()).toContain('"model":"parley-small"')
  }
  const { code, text, errors } = await ask(['Hi', '--model', 'nowhere'])
  expect([code, text]).toEqual([1, ''])
  expect(errors).toContain('  fake/parley-large\n  fake/parley-small\n')
  const close = await ask(['Hi', '--model', 'SMALL'])
  expect(close.errors.match(/fake\/.*/g)).toEqual(['fake/parley-small'])
})

test('without a model it says how to choose one, and names those that there are', async () => {
  writeSettings({})
  const { code, errors } = await ask(['Hi'], { input: new PassThrough() })
  expect(code).toBe(1)
  expect(errors).toContain('wähle in den Einstellungen ein Standardmodell')
  expect(errors).toContain('Verfügbare Modelle:\n  guide/')
  expect(errors).toContain('\n  fake/parley-large\n  fake/parley-small\n')
  const many = Array.from({ length: 25 }, (_, at) => ({ id: `m${String(at)}`, object: 'model' }))
  fake.behaveAt('/v1/models', { kind: 'status', status: 200, body: { data: many } })
  expect((await ask(['Hi'])).errors).toContain('  fake/m18\n  … (+6)\n')
  fake.behaveAt('/v1/models', { kind: 'status', status: 404, body: {} })
  expect((await ask(['Hi'])).errors).toMatch(/--model\.\nVerf.*:\n  guide.*\n$/)
})

test('JSON comes as one object, with the error where it failed', async () => {
  const { text } = await ask(['How tall?', '--json'])
  expect(JSON.parse(text)).toMatchObject({
    model: { providerId: 'fake', modelId: 'parley-large' },
    text: 'It is 300 m.',
    reasoning: null,
    finishReason: 'stop',
    usage: {},
    warnings: [],
    error: null,
  })
  fake.behave({ kind: 'status', status: 401, body: { error: { message: 'no' } } })
  const failed = await ask(['How tall?', '--json'])
  expect(failed.code).toBe(1)
  expect(JSON.parse(failed.text)).toMatchObject({ text: '', error: { code: 'keyRefused' } })
  expect(failed.errors).toContain('API-Schlüssel')
})

test('an answer that ends early, and one that is stopped, tell by their exit codes', async () => {
  fake.behave({ kind: 'answer', text: 'It is', finishReason: 'length' })
  expect(await ask(['How tall?'])).toMatchObject({ code: 3, text: 'It is\n' })
  fake.behave({ kind: 'answer', text: 'It is', ending: 'hang' })
  const controller = new AbortController()
  const run = { signal: controller.signal, onOutput: () => controller.abort() }
  expect(await ask(['How tall?'], run)).toMatchObject({ code: 130 })
})

test('a model can’t steer the terminal, and a pipe gets every byte', async () => {
  const text = '\u001b]0;owned\u0007Hi\r\n\tthere'
  fake.behave({ kind: 'answer', text })
  expect((await ask(['Hi'], { isTerminal: true })).text).toBe(']0;ownedHi\n\tthere\n')
  expect((await ask(['Hi'])).text).toBe(`${text}\n`)
})

test('without a model, and with damaged settings, a sentence says so', async () => {
  writeFileSync(join(folder, 'settings.json'), '{ "providers": ')
  const { code, errors } = await ask(['Hi'])
  expect(code).toBe(1)
  expect(errors).toContain('settings.json')
  expect(readdirSync(folder)).toEqual(['settings.json'])
})
