import { encodings, type Encoding } from '../../../shared/knowledge/encodings.ts'
import type { NamedReason } from '../../../shared/knowledge/omissions.ts'
import type { ReadDocument } from '../readDocument.ts'
import { createDocumentWriter } from './documentWriter.ts'
import { decodeAs } from './encodings/decodeAs.ts'

/** Groups that hold no text of the document. */
const skippedGroups = new Set(
  'fonttbl colortbl stylesheet info pict object themedata datastore listtable listoverridetable generator xmlnstbl rsidtbl latentstyles fldinst'.split(
    ' ',
  ),
)
const characters: Readonly<Record<string, string>> = {
  line: '\n',
  tab: ' ',
  cell: ' | ',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  '~': '\u00a0',
  _: '-',
}
const paragraphEnds = new Set(['par', 'row', 'sect', 'page'])
const maxDepth = 5000

/** Groups that are left out and told. */
const omittedGroups: Readonly<Record<string, NamedReason>> = {
  pict: 'picture',
  object: 'embeddedFile',
  deleted: 'deletedText',
}

/** Groups that are not where their text belongs. */
const asides: Readonly<Record<string, Aside['kind']>> = {
  footnote: 'note',
  ...Object.fromEntries(
    ['header', 'footer'].flatMap((edge) =>
      ['', 'l', 'r', 'f'].map((page) => [edge + page, 'edge']),
    ),
  ),
}

interface Aside {
  kind: 'note' | 'edge'
  text: string
}

interface Group {
  /** The note, header or footer that gets the group's text; missing for the paragraph. */
  aside?: Aside
  isSkipped: boolean
  isHidden: boolean
  /** The characters to leave out after a Unicode character. */
  fallback: number
}

/**
 * Reads the text of a Rich Text file. A footnote follows its paragraph; the head and foot of pages
 * are read once.
 */
export async function readRtf(bytes: Uint8Array): Promise<ReadDocument> {
  const rtf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const decode = await byteDecoder(rtf)
  const writer = createDocumentWriter()
  const groups: Group[] = []
  let group: Group = { isSkipped: false, isHidden: false, fallback: 1 }
  let text = ''
  let hidden = ''
  let toSkip = 0
  let level = 0
  const edges = new Set<string>()
  let notes: string[] = []

  function put(piece: string): void {
    if (group.isHidden) hidden += piece
    else if (group.aside) group.aside.text += piece
    else text += piece
  }
  function add(piece: string): void {
    if (group.isSkipped) return
    if (toSkip > 0) toSkip -= 1
    else put(piece)
  }
  function flush(): void {
    if (level > 0) writer.heading(level, text)
    else writer.block('paragraph', text)
    text = ''
    for (const note of notes) writer.block('paragraph', note)
    notes = []
  }
  /** Ends a group. */
  function leave(): void {
    const { aside } = group
    group = groups.pop() ?? group
    if (!aside || aside === group.aside) return
    const whole = aside.text.trim()
    if (aside.kind === 'note') {
      notes.push(whole)
      return
    }
    if (!edges.has(whole)) writer.block('paragraph', whole)
    edges.add(whole)
  }
  function control(word: string, parameter: number | undefined): void {
    if (word === 'annotation') writer.omit({ reason: 'comment' })
    if (group.isSkipped) return
    const kind = asides[word]
    if (kind) group.aside = { kind, text: '' }
    const reason = omittedGroups[word]
    if (reason && parameter !== 0) writer.omit({ reason })
    group.isSkipped = skippedGroups.has(word) || (reason !== undefined && parameter !== 0)
    if (group.isSkipped) return
    if (word === 'v') group.isHidden = parameter !== 0
    else if (word === 'plain') group.isHidden = false
    if (paragraphEnds.has(word) && group.aside) group.aside.text += '\n'
    else if (paragraphEnds.has(word)) flush()
    else if (word === 'pard') level = 0
    else if (word === 'outlinelevel') level = (parameter ?? 0) + 1
    else if (word === 'uc') group.fallback = Math.min(Math.max(parameter ?? 1, 0), 10)
    else if (word === 'u') {
      put(String.fromCharCode((parameter ?? 63) & 0xffff))
      toSkip = group.fallback
    } else if (characters[word] !== undefined) add(characters[word])
  }

  const tokens =
    /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi
  for (const [, word, parameter, code, symbol, brace, plain] of rtf.matchAll(tokens)) {
    if (writer.isFull()) break
    if (word !== undefined) control(word, parameter === undefined ? undefined : Number(parameter))
    else if (code !== undefined) add(decode(Number.parseInt(code, 16)))
    else if (symbol === '*') group.isSkipped = true
    else if (symbol !== undefined) add(characters[symbol] ?? (/[\\{}]/.test(symbol) ? symbol : ''))
    else if (brace === '{') {
      if (groups.length < maxDepth) groups.push(group)
      group = { ...group }
    } else if (brace === '}') leave()
    else if (plain !== undefined && !group.isSkipped) {
      put(plain.slice(toSkip))
      toSkip = Math.max(0, toSkip - plain.length)
    }
  }
  // A file that was cut off ends within its groups.
  while (groups.length > 0) leave()
  flush()
  if (hidden.trim() !== '') writer.omit({ reason: 'hiddenText' })
  return writer.finish(null)
}

/** Encodings in which a character takes one byte or two, by their numbers. */
const wide: Readonly<Record<string, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
}
/** The control words of files that name no number. */
const named: Readonly<Record<string, Encoding>> = {
  mac: 'macintosh',
  pc: 'cp437',
  pca: 'cp850',
}

/** Returns what makes text of a file's bytes, one after the other. */
async function byteDecoder(rtf: string): Promise<(byte: number) => string> {
  const head = rtf.slice(0, 2000)
  const number = /\\ansicpg(\d{1,5})/.exec(head)?.[1]
  const word = /\\(mac|pca|pc)(?![a-z])/.exec(head)?.[1] ?? ''
  if (number !== undefined && wide[number] !== undefined) {
    const decoder = new TextDecoder(wide[number])
    return (byte) => decoder.decode(Uint8Array.of(byte), { stream: true })
  }
  const encoding = number === undefined ? named[word] : encodingOf(number)
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const letters = Array.from(await decodeAs(all, encoding ?? 'windows-1252'))
  return (byte) => letters[byte] ?? ''
}

function encodingOf(number: string): Encoding | undefined {
  if (number === '10000') return 'macintosh'
  return encodings.find((encoding) =>
    [`windows-${number}`, `cp${number}`, `ibm${number}`].includes(encoding),
  )
}
