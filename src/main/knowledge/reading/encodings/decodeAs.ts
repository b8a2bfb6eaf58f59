// oxlint-disable-next-line typescript/triple-slash-reference -- the package has no types of its own
/// <reference path="./codepage.d.ts" />
import type { Encoding } from '../../../../shared/knowledge/encodings.ts'

/** The numbers of the tables for what TextDecoder does not know. */
const codePages: Partial<Readonly<Record<Encoding, number>>> = {
  'mac-greek': 10006,
  'mac-iceland': 10079,
  'mac-latin2': 10029,
  'mac-turkish': 10081,
  'ebcdic-037': 37,
  'ebcdic-273': 20273,
  'ebcdic-424': 20424,
  'ebcdic-500': 500,
  'ebcdic-875': 875,
  'ebcdic-1026': 1026,
  'ebcdic-1047': 1047,
  'ebcdic-1140': 1140,
}

/** Returns a text in an encoding. What is no character of it becomes `\ufffd`. */
export async function decodeAs(bytes: Uint8Array, encoding: Encoding): Promise<string> {
  if (encoding === 'iso-2022-kr') return new TextDecoder('euc-kr').decode(shiftedBytes(bytes))
  if (encoding === 'hz-gb-2312') return new TextDecoder('gb18030').decode(tildeBytes(bytes))
  const page = codePages[encoding] ?? dosPage(encoding)
  if (page === undefined) return new TextDecoder(encoding).decode(bytes)
  const { default: tables } = await import('codepage/dist/sbcs.full.js')
  const letters = tables[page]?.dec ?? []
  // A string of 24 million characters can't be made of as many arguments.
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += pieceLength) {
    parts.push(Array.from(bytes.subarray(at, at + pieceLength), (byte) => letters[byte]).join(''))
  }
  const text = parts.join('')
  // Mainframes end a line with a character of their own.
  return isEbcdic(encoding) ? text.replaceAll(/\r?\u0085/g, '\n') : text
}

const pieceLength = 64 * 1024

function isEbcdic(encoding: Encoding): boolean {
  return encoding.startsWith('ebcdic')
}

function dosPage(encoding: Encoding): number | undefined {
  return encoding.startsWith('cp') ? Number(encoding.slice(2)) : undefined
}

const [shiftOut, shiftIn, escape, lineFeed] = [0x0e, 0x0f, 0x1b, 0x0a]

/** Returns Korean text of 7 bits as EUC-KR, which has the same characters with the high bit. */
function shiftedBytes(bytes: Uint8Array): Uint8Array {
  const result: number[] = []
  let isShifted = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === shiftOut || byte === shiftIn) isShifted = byte === shiftOut
    // ESC $ ) C says at the beginning which characters those are.
    else if (byte === escape) at += 3
    else result.push(isShifted && byte > 0x20 ? byte | 0x80 : byte)
  }
  return Uint8Array.from(result)
}

/** Returns Chinese text of 7 bits, between `~{` and `~}`, as GB 18030. */
function tildeBytes(bytes: Uint8Array): Uint8Array {
  const result: number[] = []
  let isShifted = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const mark = byte === 0x7e ? String.fromCharCode(bytes[at + 1] ?? 0) : ''
    if (mark === '{' || mark === '}' || mark === '~' || mark === '\n') {
      at += 1
      if (mark === '~') result.push(0x7e)
      else if (mark !== '\n') isShifted = mark === '{'
    } else {
      if (byte === lineFeed) isShifted = false
      result.push(isShifted && byte > 0x20 ? byte | 0x80 : byte)
    }
  }
  return Uint8Array.from(result)
}
