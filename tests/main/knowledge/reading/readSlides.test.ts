import { afterAll, expect, test } from 'vitest'
import {
  chartPart,
  diagramPart,
  officePart,
  slideFile,
} from '../../../fakes/documents/officeParts.ts'
import { documentReader, expectDocument } from './documentReader.ts'

const reader = documentReader()
afterAll(reader.close)

const shape = (text: string): string =>
  `<p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`

test('slides have their charts, drawings of text, formulas and notes, each once', async () => {
  const formula =
    '<p:sp><p:txBody><a:p><mc:AlternateContent><mc:Choice Requires="a14"><a14:m><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></a14:m></mc:Choice><mc:Fallback><a:r><a:t>x</a:t></a:r></mc:Fallback></mc:AlternateContent></a:p></p:txBody></p:sp>'
  const bytes = slideFile(
    [
      {
        inside: `${shape('One')}<p:graphicFrame><c:chart r:id="c"/></p:graphicFrame><p:graphicFrame><dgm:relIds r:dm="d"/></p:graphicFrame>${formula}`,
        targets: {
          c: '../charts/chart1.xml',
          d: '../diagrams/data1.xml',
          n: '../notesSlides/n.xml',
          p: '../media/photo.png',
        },
      },
      { inside: shape('Secret'), attributes: 'show="0"' },
      { inside: shape('Two') },
    ],
    {
      'ppt/charts/chart1.xml': chartPart,
      'ppt/charts/_rels/chart1.xml.rels':
        '<Relationships><Relationship Id="e" Target="../embeddings/sheet.xlsx"/></Relationships>',
      'ppt/embeddings/sheet.xlsx': 'x',
      'ppt/diagrams/data1.xml': diagramPart,
      'ppt/notesSlides/n.xml': officePart('p:notes', shape('Say why.')),
      'ppt/media/photo.png': 'x',
      'ppt/media/logo.png': 'x',
      'ppt/slideMasters/_rels/m.xml.rels':
        '<Relationships><Relationship Id="l" Target="../media/logo.png"/></Relationships>',
    },
  )
  const { text, pages, omissions } = expectDocument(
    await reader.readDocument({ bytes, name: 'a.pptx' }),
  )
  expect(text).toBe(
    'One\n\nx\n\nFees paid\n\nEuro\n\n | Boats | Gulls\n2025 | 0.3 | 0.3\n2026 | 7 | 8\n\n' +
      'Moor\nPay\n\nSay why.\n\nTwo',
  )
  expect(pages).toHaveLength(2)
  expect(omissions).toEqual([{ reason: 'hiddenSlide' }, { reason: 'picture', count: 1 }])
})

test('what stands at the foot of slides is read once, and their numbers are left out', async () => {
  const placed = (type: string, text: string): string =>
    `<p:sp><p:nvPr><p:ph type="${type}"/></p:nvPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
  const foot = placed('ftr', 'Harbour Ltd., confidential') + placed('dt', '4 May 2026')
  const bytes = slideFile([
    { inside: `${shape('One')}${foot}${placed('sldNum', '17')}` },
    { inside: `${shape('Two')}${foot}${placed('sldNum', '18')}` },
    { inside: `${shape('Three')}${placed('ftr', 'Draft')}` },
  ])
  const { text } = expectDocument(await reader.readDocument({ bytes, name: 'a.pptx' }))
  expect(text.split('\n\n')).toEqual([
    'One',
    'Harbour Ltd., confidential',
    '4 May 2026',
    'Two',
    'Three',
    'Draft',
  ])
})

test('a table after the number of a slide is read', async () => {
  const number =
    '<p:sp><p:ph type="sldNum"/><p:txBody><a:p><a:r><a:t>17</a:t></a:r></a:p></p:txBody></p:sp>'
  const cell = '<a:tc><a:txBody><a:p><a:r><a:t>5 m</a:t></a:r></a:p></a:txBody></a:tc>'
  const table = `<p:graphicFrame><a:tbl><a:tr>${cell}</a:tr></a:tbl></p:graphicFrame>`
  const bytes = slideFile([{ inside: number + table }])
  const { text } = expectDocument(await reader.readDocument({ bytes, name: 'a.pptx' }))
  expect(text).toBe('5 m')
})

test('a chart or drawing without any text is told', async () => {
  const bytes = slideFile([{ inside: `${shape('One')}<c:chart r:id="c"/><dgm:relIds r:dm="d"/>` }])
  const { omissions } = expectDocument(await reader.readDocument({ bytes, name: 'a.pptx' }))
  expect(omissions).toEqual([{ reason: 'chart' }, { reason: 'drawing' }])
})
