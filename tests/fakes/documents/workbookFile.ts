import { zipFile } from '../zipFile.ts'
import { escapeXml } from './officeFiles.ts'

export interface Sheet {
  state?: string
  /** XML before the rows. */
  head?: string
  rows: string
}

/** Makes a workbook of sheets. The first style is General; those given follow it. */
export function workbook(
  sheets: readonly Sheet[],
  formats: readonly string[] = [],
  properties = '',
) {
  const each = (write: (sheet: Sheet, number: string) => string): string =>
    sheets.map((sheet, index) => write(sheet, String(index + 1))).join('')
  return zipFile([
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="r"><workbookPr ${properties}/><sheets>${each(
        ({ state = 'visible' }, at) => `<sheet name="S${at}" state="${state}" r:id="r${at}"/>`,
      )}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${each((_, at) => `<Relationship Id="r${at}" Target="worksheets/sheet${at}.xml"/>`)}</Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet><numFmts>${formats
        .map(
          (code, at) => `<numFmt numFmtId="${String(164 + at)}" formatCode="${escapeXml(code)}"/>`,
        )
        .join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf/>${formats
        .map((_, at) => `<xf numFmtId="${String(164 + at)}"/>`)
        .join('')}<xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="46"/></cellXfs></styleSheet>`,
    },
    ...sheets.map(({ head = '', rows }, index) => ({
      name: `xl/worksheets/sheet${String(index + 1)}.xml`,
      content: `<worksheet>${head}<sheetData>${rows}</sheetData></worksheet>`,
    })),
  ])
}

/** Writes a cell without a place. */
export const cell = (value: number | string, style = 0): string =>
  typeof value === 'string'
    ? `<c t="inlineStr"><is><t>${value}</t></is></c>`
    : `<c s="${String(style)}"><v>${String(value)}</v></c>`
