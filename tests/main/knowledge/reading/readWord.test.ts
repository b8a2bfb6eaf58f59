import { afterAll, expect, test } from 'vitest'
import {
  chartPart,
  diagramPart,
  officePart,
  wordFile,
} from '../../../fakes/documents/officeParts.ts'
import { documentReader, expectDocument } from './documentReader.ts'

const reader = documentReader()
afterAll(reader.close)

async function read(...given: Parameters<typeof wordFile>) {
  const bytes = wordFile(...given)
  return expectDocument(await reader.readDocument({ bytes, name: 'a.docx' }))
}

const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (inside: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${inside}</w:p>`
const item = (text: string, list: number, level = 0): string =>
  paragraph(
    run(text),
    `<w:numPr><w:ilvl w:val="${String(level)}"/><w:numId w:val="${String(list)}"/></w:numPr>`,
  )
const level = (at: number, format: string, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${String(at)}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
const contract =
  `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'decimal', '%1.%2')}` +
  `${level(2, 'lowerLetter', '%1.%2.(%3)')}${level(3, 'upperRoman', '%4)')}</w:abstractNum>`
const list = (id: number, abstract: number, more = ''): string =>
  `<w:num w:numId="${String(id)}"><w:abstractNumId w:val="${String(abstract)}"/>${more}</w:num>`
const numbering = (inside: string) => ({
  'word/numbering.xml': officePart('w:numbering', inside),
})

test('clauses have the numbers that Word shows, level by level', async () => {
  const body = [
    item('Definitions', 1),
    item('Payment', 1),
    item('Fee', 1, 1),
    item('by card', 1, 2),
    item('by cheque', 1, 2),
    paragraph(run('A paragraph between.')),
    item('Interest', 1, 1),
    item('daily', 1, 2),
    item('deep', 1, 3),
    item('Termination', 1),
    item('No level above was counted', 1, 2),
  ]
  const { text } = await read(body.join(''), numbering(contract + list(1, 0)))
  expect(text).toBe(
    '1. Definitions\n2. Payment\n2.1 Fee\n2.1.(a) by card\n2.1.(b) by cheque\n\n' +
      'A paragraph between.\n\n2.2 Interest\n2.2.(a) daily\nI) deep\n3. Termination\n' +
      '3.1.(a) No level above was counted',
  )
})

test('lists share their counts, begin anew where they say so, and bullets have no number', async () => {
  const abstracts =
    contract +
    `<w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '')}</w:abstractNum>` +
    `<w:abstractNum w:abstractNumId="2">${level(0, 'upperRoman', 'Article %1')}${level(1, 'decimal', '§ %1.%2', '<w:isLgl/><w:lvlRestart w:val="0"/>')}</w:abstractNum>`
  const anew = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'
  const own = `<w:lvlOverride w:ilvl="0">${level(0, 'decimalZero', '[%1]')}</w:lvlOverride>`
  const lists =
    list(1, 0) + list(2, 0) + list(3, 0, anew) + list(4, 1) + list(5, 2) + list(6, 0, own)
  const body = [
    item('a', 1),
    item('b', 2),
    item('c', 3),
    item('d', 3),
    item('e', 4),
    item('f', 5),
    item('g', 5, 1),
    item('h', 5),
    item('i', 5, 1),
    item('j', 6),
    item('k', 9),
    paragraph(run('l'), '<w:numPr><w:numId w:val="0"/></w:numPr>'),
  ]
  const { text } = await read(body.join(''), numbering(abstracts + lists))
  expect(text.replaceAll(/\n+/g, '\n')).toBe(
    '1. a\n2. b\n5. c\n6. d\ne\nArticle I f\n§ 1.1 g\nArticle II h\n§ 2.2 i\n[07] j\nk\nl',
  )
})

test('styles number their headings, also by way of a linked list', async () => {
  const styles =
    '<w:style w:styleId="H1"><w:name w:val="heading 1"/><w:numPr><w:numId w:val="1"/></w:numPr></w:style>' +
    '<w:style w:styleId="H2"><w:name w:val="heading 2"/><w:basedOn w:val="H1"/></w:style>' +
    '<w:style w:styleId="Clauses"><w:numPr><w:numId w:val="2"/></w:numPr></w:style>'
  const linked =
    '<w:abstractNum w:abstractNumId="0"><w:numStyleLink w:val="Clauses"/></w:abstractNum>' +
    `<w:abstractNum w:abstractNumId="1"><w:styleLink w:val="Clauses"/>${level(0, 'decimal', '§ %1', '<w:pStyle w:val="H1"/>')}${level(1, 'decimal', '§ %1.%2', '<w:pStyle w:val="H2"/>')}</w:abstractNum>` +
    list(1, 0) +
    list(2, 1)
  const heading = (style: string, text: string): string =>
    paragraph(run(text), `<w:pStyle w:val="${style}"/>`)
  const { text } = await read(
    heading('H1', 'One') + heading('H2', 'Two') + heading('H2', 'Three') + heading('H1', 'Four'),
    { ...numbering(linked), 'word/styles.xml': officePart('w:styles', styles) },
  )
  expect(text).toBe('§ 1 One\n\n§ 1.1 Two\n\n§ 1.2 Three\n\n§ 2 Four')
})

test('heads and feet are read once each, without the numbers of pages', async () => {
  const field = (instruction: string, result: string): string =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
  const head = officePart('w:hdr', paragraph(run('Confidential')))
  const foot = officePart(
    'w:ftr',
    paragraph(
      `${run('Version ')}${field(' DOCPROPERTY v ', '3')}${run(', page ')}${field(' PAGE ', '17')}<w:fldSimple w:instr=" NUMPAGES ">${run('99')}</w:fldSimple>`,
    ),
  )
  const { text } = await read(
    paragraph(run('Words')),
    { 'word/header1.xml': head, 'word/header2.xml': head, 'word/footer1.xml': foot },
    { a: 'header1.xml', b: 'header2.xml', c: 'footer1.xml' },
  )
  expect(text).toBe('Confidential\n\nWords\n\nVersion 3, page')
})

test('hidden and deleted text is left out and told, wherever the hiding is said', async () => {
  const styles =
    '<w:style w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style>' +
    '<w:style w:styleId="Inner"><w:basedOn w:val="Secret"/></w:style>'
  const { text, omissions } = await read(
    paragraph(run('One ') + run('no', '<w:vanish/>') + run('two', '<w:vanish w:val="0"/>')) +
      paragraph(run('no', '<w:rStyle w:val="Inner"/>') + run('three')) +
      paragraph(run('no'), '<w:pStyle w:val="Secret"/>') +
      paragraph(run('four'), '<w:rPr><w:vanish/></w:rPr>') +
      paragraph(
        `<w:del><w:r><w:delText>no</w:delText></w:r></w:del><w:ins>${run('five')}</w:ins><w:moveFrom>${run('six')}</w:moveFrom>`,
        '<w:rPr><w:del/></w:rPr>',
      ),
    { 'word/styles.xml': officePart('w:styles', styles) },
  )
  expect(text).toBe('One two\n\nthree\n\nfour\n\nfive')
  expect(omissions.map(({ reason }) => reason)).toEqual([
    'hiddenText',
    'hiddenText',
    'hiddenText',
    'deletedText',
  ])
})

test('a text box is read once, whatever versions of it there are', async () => {
  const box = (text: string): string => `<w:txbxContent>${paragraph(run(text))}</w:txbxContent>`
  const { text } = await read(
    paragraph(
      `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><wps:txbx>${box('One')}</wps:txbx></mc:Choice><mc:Choice Requires="x">${box('One')}</mc:Choice><mc:Fallback><w:pict><v:textbox>${box('One')}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>${run('Around')}`,
    ) +
      paragraph(
        `<w:r><mc:AlternateContent><mc:Fallback><w:pict><v:textbox>${box('Two')}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r><w:r><w:pict><v:textbox>${box('Three')}</v:textbox></w:pict></w:r>`,
      ),
  )
  expect(text).toBe('One\n\nAround\n\nTwo\n\nThree')
})

test('formulas are written on one line', async () => {
  const r = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`
  const formula = (inside: string): string =>
    paragraph(`${run('So ')}<m:oMath>${inside}</m:oMath>${run('.')}`)
  const { text } = await read(
    [
      `<m:f><m:num>${r('a+b')}</m:num><m:den>${r('2')}</m:den></m:f>`,
      `${r('E=m')}<m:sSup><m:e>${r('c')}</m:e><m:sup>${r('2')}</m:sup></m:sSup>`,
      `<m:rad><m:radPr><m:degHide/></m:radPr><m:deg/><m:e>${r('1-x')}</m:e></m:rad>`,
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup><m:e><m:sSub><m:e>${r('x')}</m:e><m:sub>${r('i')}</m:sub></m:sSub></m:e></m:nary>`,
      `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>${r('0')}</m:e><m:e>${r('1')}</m:e></m:d>`,
      `<m:m><m:mr><m:e>${r('a')}</m:e><m:e>${r('b')}</m:e></m:mr><m:mr><m:e>${r('c')}</m:e><m:e>${r('d')}</m:e></m:mr></m:m>`,
    ]
      .map(formula)
      .join(''),
  )
  expect(text.split('\n\n')).toEqual([
    'So (a+b)/2.',
    'So E=mc^2.',
    'So √(1-x).',
    'So ∑_(i=1)^n x_i.',
    'So [0|1].',
    'So [a, b; c, d].',
  ])
})

test('ruby, signs of symbol fonts, charts and drawings of text are read', async () => {
  const { text, omissions } = await read(
    paragraph(
      `<w:r><w:ruby><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>${run('都庁')}`,
    ) +
      paragraph(
        `<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>${run(' yes ')}<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r><w:r><w:sym w:font="Webdings" w:char="F021"/></w:r>`,
      ) +
      paragraph('<w:r><c:chart r:id="c"/></w:r><w:r><dgm:relIds r:dm="d"/></w:r>'),
    { 'word/charts/chart1.xml': chartPart, 'word/diagrams/data1.xml': diagramPart },
    { c: 'charts/chart1.xml', d: 'diagrams/data1.xml' },
  )
  expect(text).toBe(
    '東京(とうきょう)都庁\n\n☑ yes α\ufffd\n\nFees paid\n\nEuro\n\n' +
      ' | Boats | Gulls\n2025 | 0.3 | 0.3\n2026 | 7 | 8\n\nMoor\nPay',
  )
  expect(omissions).toEqual([{ reason: 'unknownCharacters' }])
})
