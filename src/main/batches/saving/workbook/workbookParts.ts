import { escapeXml } from './sheetXml.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const documentRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Numbers below are those of built-in formats. */
const firstFormatId = 164

export const sheetPath = 'xl/worksheets/sheet1.xml'
export const sheetStart = `${head}<worksheet xmlns="${main}"><sheetData>`
export const sheetEnd = '</sheetData></worksheet>'

/** Returns the parts of a workbook with one sheet beside that sheet, by their paths. */
export function workbookParts(formats: readonly string[]): Record<string, string> {
  return {
    '[Content_Types].xml':
      `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${kinds}.sheet.main+xml"/>` +
      `<Override PartName="/${sheetPath}" ContentType="${kinds}.worksheet+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${kinds}.styles+xml"/></Types>`,
    '_rels/.rels':
      `${head}<Relationships xmlns="${relations}">` +
      `<Relationship Id="rId1" Type="${documentRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml':
      `${head}<workbook xmlns="${main}" xmlns:r="${documentRelations}">` +
      '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      `${head}<Relationships xmlns="${relations}">` +
      `<Relationship Id="rId1" Type="${documentRelations}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${documentRelations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': stylesXml(formats),
  }
}

/** Writes one style for each number format; the first is General. */
function stylesXml(formats: readonly string[]): string {
  const own = formats.map((format, index) => ({ id: String(firstFormatId + index), format }))
  const codes = own.map(
    ({ id, format }) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(format)}"/>`,
  )
  const styles = own.map(
    ({ id }) =>
      `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  const list = (name: string, items: readonly string[]): string =>
    items.length > 0 ? `<${name} count="${String(items.length)}">${items.join('')}</${name}>` : ''
  const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"'
  return (
    `${head}<styleSheet xmlns="${main}">${list('numFmts', codes)}` +
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    `<cellStyleXfs count="1">${plain}/></cellStyleXfs>` +
    `${list('cellXfs', [`${plain} xfId="0"/>`, ...styles])}</styleSheet>`
  )
}
