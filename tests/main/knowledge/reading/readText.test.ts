import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { decodeText } from '../../../../src/main/knowledge/reading/decodeText.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { documentReader, expectDocument } from './documentReader.ts'

const reader = documentReader()
afterAll(reader.close)

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

test('a file of plain text is read with its passages', async () => {
  const path = join(temporaryFolder(), 'Grüße.txt')
  writeFileSync(path, '\ufeffFirst paragraph.\r\n\r\nSecond paragraph.\r\n')
  const document = expectDocument(await reader.readDocument({ path, name: 'Grüße.txt' }))
  expect(document.text).toBe('First paragraph.\n\nSecond paragraph.\n')
  expect(document.passages).toMatchObject([{ start: 0, end: 35, page: null, headings: [] }])
  expect(document.mediaType).toBe('text/plain')
  expect(document.sizeBytes).toBe(42)
  expect(document.sha256).toMatch(/^[0-9a-f]{64}$/)
})

test('Markdown has headings and a title', async () => {
  const text = '---\ntitle: Harbours\n---\n\n# One\n\nText.\n\nTwo\n---\n\n* a\n* b\n'
  const document = expectDocument(await reader.readDocument({ bytes: bytes(text), name: 'a.md' }))
  expect(document.title).toBe('Harbours')
  expect(document.text).toBe(text)
  expect(document.mediaType).toBe('text/markdown')
})

test.each([
  ['utf-16le', Buffer.from('\ufeffÄpfel, 苹果', 'utf16le')],
  ['utf-16be', Buffer.from('\ufeffÄpfel, 苹果', 'utf16le').swap16()],
  ['utf-32le', Buffer.concat([utf32('\ufeffÄpfel, 苹果')])],
  ['utf-8', Buffer.from('\ufeffÄpfel, 苹果')],
])('a mark tells %s', (_name, marked) => {
  expect(decodeText(marked)?.text.trim()).toBe('Äpfel, 苹果')
})

test('UTF-16 without a mark is told by its zeros', () => {
  expect(decodeText(Buffer.from('Plain words without a mark', 'utf16le'))?.text).toBe(
    'Plain words without a mark',
  )
})

/** Bytes as programs of the time wrote them, by iconv. */
test.each([
  [
    'windows-1252',
    'CP1252',
    'Die Größe der Häfen wird jährlich überprüft, schöne Grüße aus Köln. “Zitat”',
  ],
  [
    'windows-1251',
    'CP1251',
    'Договор подписан вчера, и никто его ещё не прочитал до самого конца.',
  ],
  ['koi8-r', 'KOI8-R', 'Договор подписан вчера, и никто его ещё не прочитал до самого конца.'],
  [
    'shift_jis',
    'SHIFT_JIS',
    '契約は昨日署名されました。誰がそれを読みましたか。まだ誰も読んでいません。',
  ],
  [
    'euc-jp',
    'EUC-JP',
    '契約は昨日署名されました。誰がそれを読みましたか。まだ誰も読んでいません。',
  ],
  [
    'euc-kr',
    'EUC-KR',
    '계약은 어제 서명되었습니다. 누가 그것을 읽었습니까? 아직 아무도 읽지 않았습니다.',
  ],
  ['big5', 'BIG5', '合約昨天已經簽署。誰讀過它？到現在為止還沒有人讀過這份合約的內容。'],
  ['gb18030', 'GB18030', '合同昨天已经签署。谁读过它？到现在为止还没有人读过这份合同的内容。'],
])('%s is told by its bytes', (_name, charset, text) => {
  const encoded = execFileSync('iconv', ['-f', 'UTF-8', '-t', charset], { input: text })
  expect(decodeText(encoded)?.text).toBe(text)
})

test('a wrong byte in UTF-8 loses one character, and the document says so', async () => {
  const damaged = Buffer.concat([
    Buffer.from('Größe '.repeat(40)),
    Buffer.from([0xff]),
    bytes(' end'),
  ])
  const document = expectDocument(await reader.readDocument({ bytes: damaged, name: 'a.txt' }))
  expect(document.text).toContain('Größe \ufffd end')
  expect(document.omissions).toEqual([{ reason: 'unknownCharacters' }])
})

test('any text in UTF-8 is read as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const read = decodeText(bytes(text))
      expect(read === undefined || read.text.isWellFormed()).toBe(true)
    }),
  )
})

test('any bytes are read or refused, never an error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (random) => {
      const read = decodeText(random)
      expect(read === undefined || read.text.isWellFormed()).toBe(true)
    }),
  )
})

test('what is no text is skipped', async () => {
  const random = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256))
  expect(await reader.readDocument({ bytes: random, name: 'a.bin' })).toEqual({ skipped: 'binary' })
  expect(await reader.readDocument({ bytes: Buffer.alloc(0), name: 'a.txt' })).toEqual({
    skipped: 'empty',
  })
  expect(await reader.readDocument({ bytes: bytes(' \n\t '), name: 'a.txt' })).toEqual({
    skipped: 'empty',
  })
})

test('a file that is gone, a folder and a pipe fail alone', async () => {
  const folder = temporaryFolder()
  const failure = (code: string): unknown => expect.objectContaining({ code })
  mkdirSync(join(folder, 'inner'))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  symlinkSync(join(folder, 'loop'), join(folder, 'loop'))
  const read = (name: string): Promise<unknown> =>
    reader.readDocument({ path: join(folder, name), name })
  await expect(read('gone.txt')).rejects.toThrow(failure('sourceMissing'))
  await expect(read('inner')).rejects.toThrow(failure('unreadable'))
  await expect(read('pipe')).rejects.toThrow(failure('unreadable'))
  await expect(read('loop')).rejects.toThrow(failure('unreadable'))
  writeFileSync(join(folder, 'good.txt'), 'Words')
  expect(await read('good.txt')).toMatchObject({ text: 'Words' })
})

test('a file is read in its folder alone, whatever it has become since it was listed', async () => {
  const [folder, outside] = [temporaryFolder(), temporaryFolder()]
  writeFileSync(join(outside, 'secret.txt'), 'A secret')
  writeFileSync(join(folder, 'a.txt'), 'Words')
  symlinkSync(join(folder, 'a.txt'), join(folder, 'within.txt'))
  symlinkSync(join(outside, 'secret.txt'), join(folder, 'link.txt'))
  symlinkSync('link.txt', join(folder, 'chain.txt'))
  symlinkSync(outside, join(folder, 'inner'))
  const read = (name: string, from = folder): Promise<unknown> =>
    reader.readDocument({ path: join(from, name), name, folder: from })
  for (const name of ['link.txt', 'chain.txt', join('inner', 'secret.txt')]) {
    expect(await read(name)).toEqual({ skipped: 'outside' })
  }
  expect(await read('a.txt')).toMatchObject({ text: 'Words' })
  expect(await read('within.txt')).toMatchObject({ text: 'Words' })
  // A folder that became a link is another folder.
  expect(await read('secret.txt', join(folder, 'inner'))).toEqual({ skipped: 'outside' })
})

function utf32(text: string): Buffer {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  return Buffer.from(Uint32Array.from(points).buffer)
}
