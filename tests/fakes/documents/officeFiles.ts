/** Writes small documents of every archived format, each with the same content. */
import { zipFile, type ZipEntry } from '../zipFile.ts'

/** Content that a document of any format can hold. */
export type Content =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'item'; text: string }
  | { kind: 'table'; rows: readonly (readonly string[])[] }

export const sampleContent: readonly Content[] = [
  { kind: 'heading', level: 1, text: 'Harbours & quays' },
  { kind: 'paragraph', text: 'The harbour closes at dusk. „Grüße“ 苹果 <b>' },
  { kind: 'heading', level: 2, text: 'Fees' },
  { kind: 'item', text: 'Boats pay' },
  { kind: 'item', text: 'Gulls do not' },
  {
    kind: 'table',
    rows: [
      ['Length', 'Fee'],
      ['5 m', '10 €'],
      ['12 m', '25 €'],
    ],
  },
]

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

const tag = (name: string, inside: string, attributes = ''): string =>
  `<${name}${attributes}>${inside}</${name}>`

export function docxFile(content: readonly Content[], more: readonly ZipEntry[] = []): Buffer {
  const run = (text: string): string =>
    tag('w:r', tag('w:t', escapeXml(text), ' xml:space="preserve"'))
  const paragraph = (text: string, properties = ''): string =>
    tag('w:p', tag('w:pPr', properties) + run(text))
  const body = content.map((part) => {
    if (part.kind === 'heading') {
      return paragraph(part.text, `<w:pStyle w:val="Kop${String(part.level)}"/>`)
    }
    if (part.kind === 'item') return paragraph(part.text, '<w:numPr><w:ilvl w:val="0"/></w:numPr>')
    if (part.kind === 'paragraph') return paragraph(part.text)
    const rows = part.rows.map((row) =>
      tag('w:tr', row.map((cell) => tag('w:tc', paragraph(cell))).join('')),
    )
    return tag('w:tbl', rows.join(''))
  })
  // The names of styles are in the user's language; what they are based on is not.
  const styles = [1, 2, 3].map(
    (level) =>
      `<w:style w:styleId="Kop${String(level)}"><w:name w:val="kop ${String(level)}"/>` +
      `<w:basedOn w:val="H${String(level)}"/></w:style>` +
      `<w:style w:styleId="H${String(level)}"><w:name w:val="heading ${String(level)}"/></w:style>`,
  )
  const space = ' xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  return zipFile([
    {
      name: 'word/document.xml',
      content: head + tag('w:document', tag('w:body', body.join('')), space),
    },
    { name: 'word/styles.xml', content: head + tag('w:styles', styles.join(''), space) },
    {
      name: 'docProps/core.xml',
      content: `${head}<c:core xmlns:c="c" xmlns:dc="d"><dc:title>The title</dc:title></c:core>`,
    },
    ...more,
  ])
}

export function pptxFile(
  slides: readonly { title: string; lines: readonly string[]; notes?: string }[],
): Buffer {
  const shape = (type: string, lines: readonly string[]): string =>
    `<p:sp><p:nvPr><p:ph type="${type}"/></p:nvPr><p:txBody>` +
    lines.map((line) => tag('a:p', tag('a:r', tag('a:t', escapeXml(line))))).join('') +
    '</p:txBody></p:sp>'
  const names = slides.map((_, index) => `slide${String(index + 1)}`)
  const relation = (id: string, target: string): string =>
    `<Relationship Id="${id}" Target="${target}"/>`
  const space = ' xmlns:p="p" xmlns:a="a" xmlns:r="r"'
  return zipFile([
    {
      name: 'ppt/presentation.xml',
      content: tag(
        'p:presentation',
        // The order of the list is that of the slides, not that of the files' names.
        tag('p:sldIdLst', names.map((name) => `<p:sldId id="256" r:id="${name}"/>`).join('')) +
          '<p:sldSz cx="9144000" cy="6858000"/>',
        space,
      ),
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: tag(
        'Relationships',
        names.map((name) => relation(name, `slides/${name}.xml`)).join(''),
      ),
    },
    ...slides.flatMap(({ title, lines, notes }, index): ZipEntry[] => {
      const name = names[index] ?? ''
      const slide =
        shape('title', [title]) + shape('body', lines) + shape('sldNum', [String(index)])
      const entry = { name: `ppt/slides/${name}.xml`, content: tag('p:sld', slide, space) }
      if (notes === undefined) return [entry]
      return [
        entry,
        {
          name: `ppt/slides/_rels/${name}.xml.rels`,
          content: tag('Relationships', relation('n', `../notesSlides/${name}.xml`)),
        },
        {
          name: `ppt/notesSlides/${name}.xml`,
          content: tag('p:notes', shape('body', [notes]), space),
        },
      ]
    }),
  ])
}

type Cell = string | number | Date

export function xlsxFile(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Buffer {
  const strings: string[] = []
  const cell = (value: Cell, row: number, column: number): string => {
    const place = `${String.fromCharCode(65 + column)}${String(row + 1)}`
    if (value === '') return ''
    if (value instanceof Date) {
      const days = (value.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000
      return `<c r="${place}" s="1"><v>${String(days)}</v></c>`
    }
    if (typeof value === 'number') return `<c r="${place}"><v>${String(value)}</v></c>`
    return `<c r="${place}" t="s"><v>${String(strings.push(value) - 1)}</v></c>`
  }
  const names = Object.keys(sheets)
  const parts = names.map((name, index) => ({
    name: `xl/worksheets/sheet${String(index + 1)}.xml`,
    content: tag(
      'worksheet',
      tag(
        'sheetData',
        (sheets[name] ?? [])
          .map((row, at) =>
            tag('row', row.map((value, column) => cell(value, at, column)).join('')),
          )
          .join(''),
      ),
    ),
  }))
  const id = (index: number): string => `rId${String(index + 1)}`
  return zipFile([
    {
      name: 'xl/workbook.xml',
      content: tag(
        'workbook',
        tag(
          'sheets',
          names
            .map(
              (name, index) => `<sheet name="${escapeXml(name)}" sheetId="1" r:id="${id(index)}"/>`,
            )
            .join(''),
        ),
        ' xmlns:r="r"',
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: tag(
        'Relationships',
        parts
          .map(({ name }, index) => `<Relationship Id="${id(index)}" Target="/${name}"/>`)
          .join(''),
      ),
    },
    {
      name: 'xl/styles.xml',
      content: tag('styleSheet', tag('cellXfs', '<xf numFmtId="0"/><xf numFmtId="14"/>')),
    },
    {
      name: 'xl/sharedStrings.xml',
      content: tag('sst', strings.map((text) => tag('si', tag('t', escapeXml(text)))).join('')),
    },
    ...parts,
  ])
}

export function openDocumentFile(
  kind: 'text' | 'spreadsheet' | 'presentation',
  content: readonly Content[],
  more: readonly ZipEntry[] = [],
): Buffer {
  const paragraph = (text: string): string =>
    tag('text:p', escapeXml(text).replaceAll(' ', '<text:s/>'))
  const body = content.map((part) => {
    if (part.kind === 'heading') {
      return tag('text:h', escapeXml(part.text), ` text:outline-level="${String(part.level)}"`)
    }
    if (part.kind === 'item') return tag('text:list', tag('text:list-item', paragraph(part.text)))
    if (part.kind === 'paragraph') return paragraph(part.text)
    const rows = part.rows.map((row) =>
      tag('table:table-row', row.map((cell) => tag('table:table-cell', paragraph(cell))).join('')),
    )
    return tag('table:table', rows.join(''))
  })
  const space = ' xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d"'
  const inside = kind === 'presentation' ? tag('draw:page', body.join('')) : body.join('')
  return zipFile([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}` },
    {
      name: 'content.xml',
      content: head + tag('office:document-content', tag('office:body', inside), space),
    },
    { name: 'meta.xml', content: '<m xmlns:dc="d"><dc:title>The title</dc:title></m>' },
    ...more,
  ])
}

export function htmlText(content: readonly Content[]): string {
  const parts = content.map((part) => {
    const text = 'text' in part ? escapeXml(part.text) : ''
    if (part.kind === 'heading') return tag(`h${String(part.level)}`, text)
    if (part.kind === 'item') return tag('ul', tag('li', text))
    if (part.kind === 'paragraph') return tag('p', text)
    return tag(
      'table',
      part.rows
        .map((row) => tag('tr', row.map((cell) => tag('td', escapeXml(cell))).join('')))
        .join('\n'),
    )
  })
  return tag('html', tag('head', tag('title', 'The title')) + tag('body', parts.join('\n')))
}

export function epubFile(
  chapters: readonly (readonly Content[])[],
  more: readonly ZipEntry[] = [],
): Buffer {
  const names = chapters.map((_, index) => `chapter ${String(chapters.length - index)}.xhtml`)
  return zipFile([
    { name: 'mimetype', content: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      content:
        '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    },
    {
      name: 'OEBPS/book.opf',
      content: tag(
        'package',
        '<metadata xmlns:dc="d"><dc:title>The title</dc:title></metadata>' +
          tag(
            'manifest',
            names
              .map(
                (name, index) =>
                  `<item id="c${String(index)}" href="${encodeURIComponent(name)}"/>`,
              )
              .join(''),
          ) +
          tag('spine', names.map((_, index) => `<itemref idref="c${String(index)}"/>`).join('')),
      ),
    },
    ...chapters.map((content, index) => ({
      name: `OEBPS/${names[index] ?? ''}`,
      content: htmlText(content),
    })),
    ...more,
  ])
}
