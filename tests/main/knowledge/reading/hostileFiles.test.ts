import { zipFile } from '../../../fakes/zipFile.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { documentReader, expectDocument } from './documentReader.ts'
import {
  docxFile,
  epubFile,
  openDocumentFile,
  sampleContent,
  xlsxFile,
} from '../../../fakes/documents/officeFiles.ts'
import { pdfFile } from '../../../fakes/documents/pdfFile.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'

const reader = documentReader()
afterAll(reader.close)

const read = (given: Uint8Array | string, name: string): Promise<unknown> =>
  reader.readDocument({ bytes: Buffer.from(given), name })
const failure = (code: string): unknown => expect.objectContaining({ name: 'AppError', code })
const good = docxFile(sampleContent)

// One bad file never stops the next.
afterEach(async () => {
  expect(await read(good, 'good.docx')).toMatchObject({ title: 'The title' })
})

test('an archive of 195 kB that inflates to 200 MB is refused', async () => {
  const bomb = docxFile(
    [],
    [{ name: 'word/footnotes.xml', content: Buffer.alloc(200_000_000, 32) }],
  )
  expect(bomb.length).toBeLessThan(210_000)
  await expect(read(bomb, 'bomb.docx')).rejects.toThrow(failure('documentTooLarge'))
})

test('an archive that lies about its size is refused', async () => {
  const lie = zipFile([
    { name: 'word/document.xml', content: '<a>'.repeat(100_000), claimedSize: 10 },
  ])
  await expect(read(lie, 'lie.docx')).rejects.toThrow(failure('documentDamaged'))
})

test.each(['../../../../etc/passwd', '/etc/shadow', 'C:\\Windows\\x'])(
  'an archive with the name %s is refused',
  async (name) => {
    const slip = docxFile(sampleContent, [{ name, content: 'x' }])
    await expect(read(slip, 'slip.docx')).rejects.toThrow(failure('documentDamaged'))
  },
)

test('XML that is nested without end is refused', async () => {
  const deep = zipFile([{ name: 'word/document.xml', content: '<a>'.repeat(3_000_000) }])
  await expect(read(deep, 'deep.docx')).rejects.toThrow(failure('documentDamaged'))
})

test('entities grow to nothing and fetch nothing', async () => {
  const declared =
    '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
  const laughs = zipFile([
    { name: 'word/document.xml', content: `${declared}<w:p><w:t>&b;&b; &f;</w:t></w:p>` },
  ])
  await expect(read(laughs, 'laughs.docx')).rejects.toThrow(failure('documentDamaged'))
})

test('archives that are cut or overturned are refused with a reason', async () => {
  for (const whole of [good, epubFile([sampleContent]), xlsxFile({ a: [['b']] })]) {
    const half = whole.subarray(0, whole.length / 2)
    await expect(read(half, 'half.docx')).rejects.toThrow(failure('documentDamaged'))
    for (let seed = 1; seed <= 15; seed++) {
      const changed = Buffer.from(whole)
      for (let at = 4 + seed * 11; at < changed.length; at += 61 + seed)
        changed[at] = (at * seed) & 255
      const outcome = await read(changed, 'changed').catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome).toHaveProperty('code')
    }
  }
})

test('an archive whose comment was cut off, or that goes on after its end, is read', async () => {
  const comment = Buffer.from(good)
  comment.writeUInt16LE(40, comment.length - 2)
  const cut = Buffer.concat([comment, Buffer.from('half a comm')])
  const added = Buffer.concat([good, Buffer.from('\r\n-- sent by a gateway --')])
  for (const bytes of [comment, cut, added]) {
    expect(await read(bytes, 'notes.docx')).toMatchObject({ title: 'The title' })
  }
})

test('a file that is not what its name says is read as what it is', async () => {
  expect(await read(good, 'notes.pdf')).toMatchObject({ title: 'The title' })
  expect(await read('Just words', 'notes.docx')).toMatchObject({ text: 'Just words' })
  const about = 'A file of PDF begins with %PDF-1.7.'
  expect(await read(about, 'about.md')).toMatchObject({ text: about })
  expect(await read(zipFile([{ name: 'a.txt', content: 'x' }]), 'a.docx')).toEqual({
    skipped: 'binary',
  })
  expect(await read(zipFile([]), 'a.docx')).toEqual({ skipped: 'binary' })
})

test('a PDF that has lost its signature is damaged, not a text', async () => {
  const bytes = pdfFile([{ texts: [{ text: 'Words', x: 40, y: 700 }] }])
  const torn = Buffer.concat([Buffer.from('%'), bytes.subarray(8)])
  await expect(read(torn, 'torn.pdf')).rejects.toThrow(failure('documentDamaged'))
  const note = 'It begins with 1 0 obj.'
  expect(await read(note, 'note.pdf')).toMatchObject({ text: note })
})

test('documents with a password say so', async () => {
  const odt = openDocumentFile('text', sampleContent, [
    { name: 'META-INF/manifest.xml', content: '<m><manifest:encryption-data/></m>' },
  ])
  await expect(read(odt, 'a.odt')).rejects.toThrow(failure('documentEncrypted'))
  const book = epubFile(
    [sampleContent],
    [{ name: 'META-INF/encryption.xml', content: '<CipherReference URI="OEBPS/chapter.xhtml"/>' }],
  )
  await expect(read(book, 'a.epub')).rejects.toThrow(failure('documentEncrypted'))
  const office = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(600),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ])
  await expect(read(office, 'a.docx')).rejects.toThrow(failure('documentEncrypted'))
})

test('huge cells, zeros and lone halves of characters are cut and cleaned', async () => {
  const huge = await read(xlsxFile({ a: [['x'.repeat(3_000_000)]] }), 'a.xlsx')
  expect(expectDocument(huge as never).passages.length).toBeGreaterThan(1000)
  const zeros = await read(`words\0\u0001 and ${'more words '.repeat(50)}`, 'a.txt')
  expect(zeros).toEqual({ skipped: 'binary' })
  const rtf = String.raw`{\rtf1 a\u-10240? b}`
  expect(expectDocument((await read(rtf, 'a.rtf')) as never).text).toBe('a\ufffd b')
})

test('sheets that repeat cells and rows without end stay small', async () => {
  const content =
    '<o xmlns:table="t" xmlns:text="x"><table:table><table:table-row table:number-rows-repeated="1000000000">' +
    '<table:table-cell table:number-columns-repeated="1000000000"><text:p>a<text:s text:c="1000000000"/>b</text:p></table:table-cell>' +
    '</table:table-row></table:table></o>'
  const sheet = zipFile([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
    { name: 'content.xml', content },
  ])
  expect(expectDocument((await read(sheet, 'a.ods')) as never).text.length).toBeLessThan(20_000)
})

test('pages and mails that are nested without end are read as far as they go', async () => {
  const html = `<html><body>${'<div>'.repeat(100_000)}deep words${'</div>'.repeat(100_000)}</body></html>`
  expect(expectDocument((await read(html, 'a.html')) as never).text).toBe('deep words')
  const nested = Array.from(
    { length: 300 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${String(at)}\r\n\r\n--b${String(at)}\r\n`,
  )
  const outcome = await read(`Subject: deep\r\n${nested.join('')}`, 'a.eml').catch(
    (error: unknown) => error,
  )
  if (outcome instanceof Error) expect(outcome).toHaveProperty('code')
})

test('a page that is too long for a tree keeps its headings and lists', async () => {
  const part =
    '<h2>Fees &amp; more</h2><p>Boats pay.</p><ul><li>Gulls don&#8217;t<li>nor do others</ul>'
  const html = `<html><head><title>T</title></head><body><SCRIPT>a<b</SCRIPT>${part.repeat(40_000)}`
  const document = expectDocument((await read(html, 'a.html')) as never)
  expect(document.title).toBe('T')
  expect(document.text).toMatch(
    /^Fees & more\n\nBoats pay\.\n\nGulls don’t\nnor do others\n\nFees & more\n\n/,
  )
  expect(document.passages.at(-1)?.headings).toEqual([])
})

/** Deeper than the thread's stack of 4 MB, which holds some 50,000 frames. */
const deep = 150_000
/** More than a call takes arguments there, which is some 500,000. */
const wide = 600_000

test.each([
  [deep, 'headings', 'a.txt', 'ab\n==\nabc\n===\n'],
  [wide, 'lists', 'a.md', '- a\n'],
  [wide, 'blocks of code', 'a.py', 'a\n\n'],
  [deep, 'scripts', 'a.html', '<script>a</script><p>a</p>'],
  [deep, 'open comments', 'b.html', '<p>a</p><!-'],
])(
  '%i %s are read, or are too much for the thread alone',
  async (count, _kind, name, part) => {
    const outcome = await read(part.repeat(count), name).catch((error: unknown) => error)
    if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'tooHeavy' })
    else expectDocument(outcome as never)
  },
  120_000,
)

test('a file may have any name', async () => {
  const folder = temporaryFolder()
  const names = ['名前.md', 'a\nb.txt', '‮txt.exe', `${'x'.repeat(200)}.txt`, "'; DROP TABLE.md"]
  mkdirSync(join(folder, 'ordner'))
  const invalid = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe, 0x2e])])
  writeFileSync(invalid, 'words')
  for (const name of names) {
    writeFileSync(join(folder, name), 'words')
    expect(await reader.readDocument({ path: join(folder, name), name })).toMatchObject({
      text: 'words',
    })
  }
})

test('a text of 100 MB is cut off and says so', async () => {
  const path = join(temporaryFolder(), 'long.log')
  writeFileSync(path, 'A line of the log, like all others.\n'.repeat(2_800_000))
  const document = expectDocument(await reader.readDocument({ path, name: 'long.log' }))
  expect(document.omissions).toEqual([{ reason: 'tooLong' }])
  expect(document.text.length).toBeLessThanOrEqual(16_000_000)
})
