import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { Encoding } from '../../../../src/shared/knowledge/encodings.ts'
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
])('a mark tells %s', async (_name, marked) => {
  expect((await decodeText(marked))?.text.trim()).toBe('Äpfel, 苹果')
})

test('UTF-16 without a mark is told by its zeros', async () => {
  const decoded = await decodeText(Buffer.from('Plain words without a mark', 'utf16le'))
  expect(decoded?.text).toBe('Plain words without a mark')
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
  ['short gbk', 'GBK', '合同昨天已经签署'],
  ['short gbk', 'GBK', '会议纪要'],
  ['short gbk', 'GBK', '你好，世界'],
  ['short gbk', 'GBK', '请在星期五之前提交报告。'],
  ['iso-2022-jp', 'ISO-2022-JP', '契約は昨日署名されました。'],
  ['iso-2022-kr', 'ISO-2022-KR', '계약은 어제 서명되었습니다.\nAll of it.'],
  ['tis-620', 'TIS-620', 'สัญญาลงนามเมื่อวานนี้ และยังไม่มีใครอ่านจนจบ'],
  ['ibm866', 'CP866', 'Договор подписан вчера, и никто его ещё не прочитал.'],
  ['cp850', 'CP850', 'Die Größe der Häfen wird jährlich überprüft, schöne Grüße aus Köln.'],
  ['cp850', 'CP850', 'Le café est très agréable à cet endroit, mais déjà fermé.'],
  ['cp852', 'CP852', 'Smlouva byla včera podepsána a nikdo ji ještě nečetl až do konce.'],
  ['macintosh', 'MACINTOSH', 'Die Größe der Häfen wird jährlich überprüft, schöne Grüße aus Köln.'],
  ['macintosh', 'MACINTOSH', 'El año pasado la niña comió piñas en el balcón.'],
  ['windows-1252', 'CP1252', 'The contract doesn’t say who “owns” the harbour – nobody does.'],
])('%s is told by its bytes: %s, %s', async (_name, charset, text) => {
  const encoded = execFileSync('iconv', ['-f', 'UTF-8', '-t', charset], { input: text })
  expect(await decodeText(encoded)).toMatchObject({ text, hasUnknown: false })
})

/** Bytes of mainframes and of 7 bits, which not every iconv writes. */
test.each([
  [
    'e3888540839695a3998183a340a681a240a2898795858440a885a2a385998481a86b40819584409596829684a8408881a240998581844089a34b',
    'The contract was signed yesterday, and nobody has read it.',
  ],
  [
    'c4898540c7996aa1854084859940c8c086859540a68999844091c088999389838840d08285999799d086a36b40a283886a958540c799d0a1854081a4a240d26a93954b15e9a68589a38540e9858993854b',
    'Die Größe der Häfen wird jährlich überprüft, schöne Grüße aus Köln.\nZweite Zeile.',
  ],
  ['7e7b3a4f4d2c57724c6c7e7d20616e64206d6f72650a', '合同昨天 and more\n'],
])('%s is told by its bytes', async (hex, text) => {
  const decoded = await decodeText(Buffer.from(hex, 'hex'))
  expect(decoded?.text).toBe(text)
})

test.each([
  ['CP1252', 'Straße'],
  ['MACINTOSH', 'Straße'],
  ['CP850', 'Straße'],
])('a word in %s is right, or the document says that it is not sure', async (charset, text) => {
  const encoded = execFileSync('iconv', ['-f', 'UTF-8', '-t', charset], { input: text })
  const decoded = await decodeText(encoded)
  expect(decoded?.text === text || decoded?.isUnsure).toBe(true)
  expect((await decodeText(encoded, { chosen: charsets[charset] }))?.text).toBe(text)
  const document = expectDocument(await reader.readDocument({ bytes: encoded, name: 'a.txt' }))
  const reasons = document.omissions.map(({ reason }) => reason)
  expect(reasons.includes('unsureEncoding')).toBe(decoded?.isUnsure)
  const choices = await reader.readEncodings({ bytes: encoded, name: 'a.txt' })
  expect(choices.map(({ sample }) => sample)).toContain(text)
})

const charsets: Readonly<Record<string, Encoding>> = {
  CP1252: 'windows-1252',
  MACINTOSH: 'macintosh',
  CP850: 'cp850',
}

test('an encoding that the text or its server names is taken, also one of DOS', async () => {
  const bytes = execFileSync('iconv', ['-f', 'UTF-8', '-t', 'CP850'], { input: 'Straße' })
  expect(await decodeText(bytes, { declared: 'IBM850' })).toEqual({
    text: 'Straße',
    hasUnknown: false,
  })
  const cyrillic = execFileSync('iconv', ['-f', 'UTF-8', '-t', 'CP1251'], { input: '<p>Ключ</p>' })
  const input = { bytes: cyrillic, name: 'a', mediaType: 'text/html; charset=windows-1251' }
  expect(expectDocument(await reader.readDocument(input)).text).toBe('Ключ')
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

test('any text in UTF-8 is read as it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      const read = await decodeText(bytes(text))
      expect(read === undefined || read.text.isWellFormed()).toBe(true)
    }),
  )
})

test('any bytes are read or refused, never an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (random) => {
      const read = await decodeText(random)
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
