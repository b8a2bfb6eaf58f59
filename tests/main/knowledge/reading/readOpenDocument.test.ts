import { afterAll, expect, test } from 'vitest'
import type { CutDocument } from '../../../../src/main/knowledge/readDocument.ts'
import { openDocumentFile } from '../../../fakes/documents/officeFiles.ts'
import { zipFile } from '../../../fakes/zipFile.ts'
import { documentReader, expectDocument } from './documentReader.ts'

const reader = documentReader()
afterAll(reader.close)

const space =
  'xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d" xmlns:style="s" xmlns:presentation="p"'

/** Reads an OpenDocument file with a body, styles of its own and those of its pages. */
async function read(kind: string, body: string, automatic = '', styles = ''): Promise<CutDocument> {
  const bytes = zipFile([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}` },
    {
      name: 'content.xml',
      content: `<office:document-content ${space}><office:automatic-styles>${automatic}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
    },
    {
      name: 'styles.xml',
      content: `<office:document-styles ${space}>${styles}</office:document-styles>`,
    },
  ])
  return expectDocument(await reader.readDocument({ bytes, name: 'upload' }))
}

const lines = ({ text }: CutDocument): string[] => text.split(/\n+/)
const p = (text: string): string => `<text:p>${text}</text:p>`
const item = (inside: string, attributes = ''): string =>
  `<text:list-item ${attributes}>${inside}</text:list-item>`
const list = (items: string, attributes = ''): string =>
  `<text:list ${attributes}>${items}</text:list>`

test('a text has the numbers of its clauses and headings', async () => {
  const level = (at: number, rest: string): string =>
    `<text:list-level-style-number text:level="${String(at)}" ${rest}/>`
  const clauses = `<text:list-style style:name="L1">${level(1, 'style:num-format="1" style:num-suffix="."')}${level(2, 'style:num-format="1" text:display-levels="2" style:num-suffix="."')}${level(3, 'style:num-format="a" style:num-prefix="(" style:num-suffix=")"')}<text:list-level-style-bullet text:level="4"/></text:list-style>`
  const outline =
    '<text:outline-style><text:outline-level-style text:level="1" style:num-format="I" style:num-suffix="."/><text:outline-level-style text:level="2" style:num-format=""/></text:outline-style>'
  const heading = (at: number, text: string): string =>
    `<text:h text:outline-level="${String(at)}">${text}</text:h>`
  const document = await read(
    'text',
    heading(1, 'Fees') +
      list(
        item(
          p('Boats pay') +
            list(item(p('by length')) + item(p('by day') + list(item(p('in cash'))))),
        ) + item(p('Gulls do not') + p('nor do swans')),
        'text:style-name="L1"',
      ) +
      heading(2, 'Hours') +
      list(item(p('By day')), 'text:style-name="L1" text:continue-numbering="true"') +
      list(
        item(p('By night'), 'text:start-value="7"') + item(p('')) + item(p('At dusk')),
        'text:style-name="L1"',
      ) +
      heading(1, 'Rights'),
    clauses,
    outline,
  )
  expect(lines(document)).toEqual([
    ...['I. Fees', '1. Boats pay', '1.1. by length', '1.2. by day', '(a) in cash'],
    ...['2. Gulls do not', 'nor do swans', 'Hours', '3. By day'],
    ...['7. By night', '9. At dusk', 'II. Rights'],
  ])
})

test('heads and feet of pages are read once, without page numbers', async () => {
  const page = (name: string, foot: string): string =>
    `<style:master-page style:name="${name}"><style:header>${p('Harbour rules')}</style:header><style:footer>${p(`${foot}<text:page-number>1</text:page-number>`)}</style:footer></style:master-page>`
  const document = await read(
    'text',
    p('The harbour closes.'),
    '',
    page('A', 'Draft ') + page('B', 'Draft ') + page('C', 'Annex '),
  )
  expect(lines(document)).toEqual(['Harbour rules', 'The harbour closes.', 'Draft', 'Annex'])
  const slides = await read(
    'presentation',
    `<presentation:footer-decl presentation:name="f">Harbour Ltd.</presentation:footer-decl><draw:page>${p('One')}</draw:page>`,
  )
  expect(lines(slides)).toEqual(['Harbour Ltd.', 'One'])
})

test('what the author hid or deleted, and remarks, are left out and told', async () => {
  const hide = (family: string, name: string, properties: string): string =>
    `<style:style style:name="${name}" style:family="${family}"><style:${properties}/></style:style>`
  const text = await read(
    'text',
    `<text:tracked-changes><text:changed-region><text:deletion>${p('deleted')}</text:deletion></text:changed-region></text:tracked-changes>` +
      p(
        'Shown<text:span text:style-name="T1"> hidden</text:span><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p></text:note-body></text:note> text<office:annotation><text:p>remark</text:p></office:annotation>.',
      ) +
      `<text:section text:display="none">${p('away')}</text:section>`,
    hide('text', 'T1', 'text-properties text:display="none"') +
      hide('paragraph', 'T2', 'text-properties'),
  )
  expect(lines(text)).toEqual(['A note.', 'Shown text.'])
  expect(text.omissions).toEqual([
    { reason: 'deletedText' },
    ...[{ reason: 'hiddenText' }, { reason: 'comment' }, { reason: 'hiddenText' }],
  ])
  const cell = (value: string): string => `<table:table-cell>${p(value)}</table:table-cell>`
  const row = (values: string, attributes = ''): string =>
    `<table:table-row ${attributes}>${values}</table:table-row>`
  const sheets = await read(
    'spreadsheet',
    `<table:table table:name="Fees"><table:table-column/><table:table-column table:visibility="collapse"/>${row(cell('a') + cell('b') + cell('c'))}${row(cell('d') + cell('e'))}${row(cell('secret'), 'table:visibility="collapse"')}${row(cell('filtered'), 'table:visibility="filter"')}</table:table>` +
      `<table:table table:name="Own" table:style-name="ta1">${row(cell('mine'))}</table:table>`,
    hide('table', 'ta1', 'table-properties table:display="false"'),
  )
  expect(lines(sheets)).toEqual(['Fees', 'a | c', 'd', 'filtered'])
  expect(sheets.omissions).toEqual([
    ...[{ reason: 'hiddenColumn' }, { reason: 'hiddenRow' }, { reason: 'hiddenSheet' }],
  ])
  const slides = await read(
    'presentation',
    `<draw:page>${p('One')}</draw:page><draw:page draw:style-name="dp1">${p('Two')}</draw:page>`,
    hide('drawing-page', 'dp1', 'drawing-page-properties presentation:visibility="hidden"'),
  )
  expect(lines(slides)).toEqual(['One'])
  expect(slides.omissions).toEqual([{ reason: 'hiddenSlide' }])
})

test('a plain list has no numbers', async () => {
  const bytes = openDocumentFile('text', [{ kind: 'item', text: 'Boats pay' }])
  const { text } = expectDocument(await reader.readDocument({ bytes, name: 'a.odt' }))
  expect(text).toBe('Boats pay')
})
