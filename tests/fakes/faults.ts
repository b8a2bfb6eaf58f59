import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../src/shared/errors.ts'
import type { Provider } from '../../src/main/providers/provider.ts'
import { ask, collect } from '../main/providers/collect.ts'
import { startFaultyServer } from './faultyServer.ts'
import type { FaultyServer, Misbehave } from './faultyServer.ts'

export interface FaultOptions {
  maxRetries: number
  timeoutMilliseconds: number
  idleMilliseconds: number
}

/** An adapter, and its service's normal behaviour. */
export interface FaultSubject {
  /** Opens the adapter for a server at this origin, which has no path and no trailing slash. */
  open: (origin: string, options: FaultOptions) => Provider
  contentType: string
  /** Paths with optional information, which the adapter asks for before an answer. */
  optionalPaths?: readonly string[]
  /** A complete streamed answer with the text `text`. */
  answer: Uint8Array
  /** Begins with ASCII and contains a multi-byte character later. */
  text: string
  /** An event with text that may be repeated after `begin`. */
  begin: Uint8Array
  piece: Uint8Array
  /** Error bodies of the service. */
  rateLimitBody: string
  serverErrorBody: string
  /** Headers that errors require, such as AWS's error type. */
  errorHeaders?: { rateLimit: Record<string, string>; serverError: Record<string, string> }
}

const patient: FaultOptions = {
  maxRetries: 0,
  timeoutMilliseconds: 20_000,
  idleMilliseconds: 20_000,
}
const impatient: FaultOptions = { ...patient, timeoutMilliseconds: 300, idleMilliseconds: 300 }

/** Tests an adapter's behaviour when the network or the server fails. */
export function describeFaults(name: string, subject: FaultSubject): void {
  const headers = { 'content-type': subject.contentType }
  let server: FaultyServer

  afterEach(() => server.close())

  async function meet(misbehave: Misbehave, options = patient) {
    server = await startFaultyServer(misbehave, subject.optionalPaths)
    return collect(subject.open(server.origin, options))
  }

  async function expectFailure(
    codes: readonly ErrorCode[],
    misbehave: Misbehave,
    options = patient,
  ) {
    const reply = await meet(misbehave, options)
    expect(codes).toContain(reply.error?.code)
    expect(subject.text.startsWith(reply.text)).toBe(true)
    expect(reply.events.some(({ type }) => type === 'finish')).toBe(false)
    return reply
  }

  /** The answer up to the middle of its last multi-byte character. */
  const half = subject.answer.subarray(0, middleOfCharacter(subject.answer))

  describe(`${name}, when things go wrong`, () => {
    test('nothing listens', async () => {
      server = await startFaultyServer(() => undefined)
      await server.close()
      const reply = await collect(subject.open(server.origin, patient))
      expect(reply.error?.code).toBe('serverNotRunning')
    })

    test('the connection is reset before the headers', () =>
      expectFailure(['connectionFailed'], ({ response }) => response.socket?.resetAndDestroy()))

    test('the server hangs before the headers', async () => {
      await expectFailure(['timeout'], () => undefined, impatient)
      await server.ended()
    })

    test('the server hangs in the middle', async () => {
      const reply = await expectFailure(
        ['timeout'],
        async ({ response, send }) => {
          response.writeHead(200, headers)
          await send(half)
        },
        impatient,
      )
      expect(reply.text).not.toBe('')
      await server.ended()
    })

    test('the connection ends in the middle of a character', async () => {
      const reply = await expectFailure(['streamBroken'], async ({ response, send }) => {
        response.writeHead(200, headers)
        await send(half)
        response.end()
      })
      expect(reply.text).not.toBe('')
      expect(reply.text).not.toContain('\ufffd')
    })

    test('the connection is reset in the middle', async () => {
      const reply = await expectFailure(['streamBroken'], async ({ response, send }) => {
        response.writeHead(200, headers)
        await send(half)
        // A reset overtakes data in transit, so the text gets a moment to arrive.
        await wait(100)
        response.socket?.resetAndDestroy()
      })
      expect(reply.text).not.toBe('')
    })

    test('the body is empty', () =>
      expectFailure(['streamBroken', 'malformedAnswer'], ({ response }) => {
        response.writeHead(200, headers).end()
      }))

    test.each([
      ['changes to another protocol', switching('connection: upgrade\r\nupgrade: websocket\r\n')],
      ['changes to a protocol without a name', switching('')],
      ['says for ever that it goes on', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(5000)],
      ['hints for ever', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(5000)],
      ['has a status of its own', 'HTTP/1.1 999 Odd\r\ncontent-length: 9\r\n\r\n'],
    ])('the server %s', async (_how, said) => {
      await expectFailure(['notAnApi'], ({ response }) => response.socket?.write(said))
      await server.ended()
    })

    test('the server says slowly and for ever that it goes on', async () => {
      const goOn = async ({ response }: Parameters<Misbehave>[0]): Promise<void> => {
        while (response.socket?.writable) {
          response.writeContinue()
          await wait(20)
        }
      }
      await expectFailure(['timeout'], goOn, impatient)
      await server.ended()
    })

    test('429 with retry-after tells how long to wait', async () => {
      const reply = await expectFailure(['rateLimited'], ({ response }) => {
        const type = { 'content-type': 'application/json', 'retry-after': '7' }
        response.writeHead(429, { ...type, ...subject.errorHeaders?.rateLimit })
        response.end(subject.rateLimitBody)
      })
      expect(reply.error?.details).toMatchObject({ status: 429, retryAfterSeconds: 7 })
      expect(server.requests()).toBe(1)
    })

    test('500 and then an answer', async () => {
      const reply = await meet(
        ({ response, attempt }) => {
          if (attempt === 1) {
            const type = { 'content-type': 'application/json' }
            response.writeHead(500, { ...type, ...subject.errorHeaders?.serverError })
            response.end(subject.serverErrorBody)
          } else response.writeHead(200, headers).end(subject.answer)
        },
        { ...patient, maxRetries: 2 },
      )
      expect(reply.error).toBeUndefined()
      expect(reply.text).toBe(subject.text)
      expect(server.requests()).toBe(2)
      // The wait is announced first, with its cause and end.
      const [wait] = reply.events
      expect(wait).toMatchObject({ type: 'waiting', error: { details: { status: 500 } } })
      expect(wait?.type === 'waiting' && wait.until).toBeGreaterThan(0)
    })

    test('a page instead of an answer', async () => {
      const page = '<!doctype html><title>Sign in to the Wi-Fi</title><p>Welcome'
      await expectFailure(['notAnApi'], ({ response }) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end(page)
      })
    })

    test('a page with a status of failure', async () => {
      const reply = await expectFailure(
        ['serverError', 'overloaded', 'notAnApi'],
        ({ response }) => {
          response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
        },
      )
      expect(reply.error?.details.status).toBe(502)
    })

    test.each([
      ['without an end', 'x'.repeat(65_536)],
      ['in lines', `${'junk '.repeat(4000)}\n\n`],
    ])('200 MB of junk %s', async (_kind, junk) => {
      await expectFailure(
        ['malformedAnswer', 'notAnApi', 'streamBroken', 'notSupported'],
        async ({ response, send }) => {
          response.writeHead(200, headers)
          for (let sent = 0; sent < 200 * 1024 * 1024; sent += junk.length) {
            if (!(await send(junk))) return
          }
          response.end()
        },
      )
      expect(server.sentBytes()).toBeLessThan(100 * 1024 * 1024)
    })

    test('junk as the body of an error', async () => {
      await expectFailure(['serverError', 'notAnApi', 'overloaded'], async ({ response, send }) => {
        response.writeHead(500, { 'content-type': 'application/json' })
        for (let sent = 0; sent < 200 * 1024 * 1024; sent += 65_536) {
          if (!(await send('x'.repeat(65_536)))) return
        }
        response.end()
      })
      expect(server.sentBytes()).toBeLessThan(100 * 1024 * 1024)
    })

    test('an endless answer is read no further than its reader reads', async () => {
      server = await startFaultyServer(async ({ response, send }) => {
        response.writeHead(200, headers)
        await send(subject.begin)
        const pieces = Buffer.concat(Array.from({ length: 200 }, () => subject.piece))
        while (await send(pieces));
      })
      const stop = new AbortController()
      const events = subject.open(server.origin, patient).reply(ask('Hi'), stop.signal)
      const reader = events[Symbol.asyncIterator]()
      for (let texts = 0; texts < 1000;) {
        const step = await reader.next()
        if (step.done) throw new Error('The endless answer has ended')
        if (step.value.type === 'text') texts += 1
      }
      await wait(300)
      const taken = server.sentBytes()
      expect(taken).toBeLessThan(32 * 1024 * 1024)
      stop.abort()
      const readOn = async () => {
        while (!(await reader.next()).done);
      }
      await expect(readOn()).rejects.toMatchObject({ code: 'aborted' })
      await server.ended()
    })
  })
}

function switching(headers: string): string {
  return `HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`
}

function middleOfCharacter(bytes: Uint8Array): number {
  const last = bytes.findLastIndex((byte) => byte >= 0x80 && byte < 0xc0)
  if (last < 0) throw new Error('The answer holds no character of several bytes')
  return last
}
