import { fstatSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../shared/errors.ts'
import { maxTextLength } from '../../shared/limits.ts'
import type { Terminal } from './terminal.ts'

/** UTF-8 takes up to three bytes for a UTF-16 unit. */
const maxBytes = maxTextLength * 3

/** A pipe that nobody writes to, as cron and editors leave it, looks like a slow one until then. */
const silenceMs = 3_000

/** Resolves after some milliseconds; rejects once the signal fires. */
export type Delay = (ms: number, signal: AbortSignal) => Promise<unknown>

const systemDelay: Delay = (ms, signal) => sleep(ms, undefined, { signal, ref: false })

interface InputOptions {
  /** Called once if 3 seconds have passed without a byte. Reading goes on. */
  onSilent: () => unknown
  delay?: Delay | undefined
}

/**
 * Returns the question with what is piped in below it, or that alone. Reads nothing from a terminal.
 * Errors: badInput past the longest message, or for bytes that are no UTF-8.
 */
export async function readInput(
  question: string,
  input: Terminal['input'],
  { onSilent, delay = systemDelay }: InputOptions,
): Promise<string> {
  if (!isPiped(input)) return question
  const heard = new AbortController()
  delay(silenceMs, heard.signal).then(onSilent, () => undefined)
  try {
    const piped = await readAll(input, () => heard.abort())
    return [question, piped].filter((text) => text !== '').join('\n\n')
  } finally {
    heard.abort()
  }
}

async function readAll(input: Terminal['input'], onPiece: () => void): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of input as AsyncIterable<Uint8Array | string>) {
    onPiece()
    const buffer = Buffer.from(piece)
    bytes += buffer.byteLength
    if (bytes > maxBytes) throw new AppError('badInput', 'Standard input is too long')
    pieces.push(buffer)
  }
  return decode(Buffer.concat(pieces)).trim()
}

/** Returns false for a terminal and for a device such as /dev/null, which services are given. */
function isPiped(input: Terminal['input'] & { fd?: number }): boolean {
  if (input.isTTY) return false
  if (input.fd === undefined) return true
  try {
    const found = fstatSync(input.fd)
    return found.isFIFO() || found.isFile() || found.isSocket()
  } catch {
    return false
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new AppError('badInput', 'Standard input is no text: give a file with --file')
  }
}
