import type { Archive } from '../archives/openArchive.ts'
import { readXml } from '../archives/readXml.ts'
import { relations } from '../archives/relations.ts'

export interface Workbook {
  /** The sheets that are shown, in their order. */
  sheets: readonly { name: string; part: string }[]
  hiddenSheets: number
  /** True if days are counted from 1904. */
  is1904: boolean
}

/** Reads what a workbook says of itself. */
export async function readWorkbook(archive: Archive, part: string): Promise<Workbook> {
  const related = await relations(archive, part)
  const sheets: { name: string; part: string }[] = []
  let hiddenSheets = 0
  let is1904 = false
  await readXml(archive.pieces(part), {
    open({ name, attribute }) {
      if (name === 'workbookPr') is1904 = isTrue(attribute('date1904'))
      if (name !== 'sheet') return
      const sheet = related.get(attribute('id') ?? '')
      const isHidden = /^(?:veryHidden|hidden)$/.test(attribute('state') ?? '')
      if (isHidden) hiddenSheets += 1
      else if (sheet !== undefined) sheets.push({ name: attribute('name') ?? '', part: sheet })
    },
  })
  return { sheets, hiddenSheets, is1904 }
}

/** Reads an attribute that is true or false, in either spelling of XML Schema. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}
