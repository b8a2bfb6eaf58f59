import type { Omission } from '../../readDocument.ts'
import type { XmlElement } from '../archives/readXml.ts'
import { isTrue } from './readWorkbook.ts'

/** Knows which cells of a sheet are hidden, from the elements that come before them. */
export interface HiddenCells {
  open: (name: string, attribute: XmlElement['attribute']) => void
  /** Returns whether a cell is hidden, and counts its row or column if it has text. */
  hides: (column: number, text: string) => boolean
  /** Counts a value that its own format hides. */
  addValue: () => void
  omissions: () => Omission[]
}

/** Columns beyond are not read at all. */
const maxColumns = 1000

/**
 * Follows which rows and columns of a sheet its author hid. What a filter or a folded group hides
 * counts as shown: it is out of sight for the moment only.
 */
export function createHiddenCells(): HiddenCells {
  const columns = new Set<number>()
  const columnsWithText = new Set<number>()
  let isFiltered = false
  let isRowHidden = false
  let isRowCounted = false
  let rows = 0
  let values = 0

  return {
    open(name, attribute) {
      if (name === 'sheetPr') isFiltered = isTrue(attribute('filterMode'))
      const isHidden = isTrue(attribute('hidden')) && !(Number(attribute('outlineLevel')) > 0)
      if (name === 'col' && isHidden) {
        const last = Math.min(Number(attribute('max')), maxColumns)
        for (let at = Number(attribute('min')); at <= last; at++) columns.add(at - 1)
      } else if (name === 'row') {
        isRowHidden = isHidden && !isFiltered
        isRowCounted = false
      }
    },
    hides(column, text) {
      if (isRowHidden) {
        if (text !== '' && !isRowCounted) rows += 1
        isRowCounted ||= text !== ''
        return true
      }
      if (!columns.has(column)) return false
      if (text !== '') columnsWithText.add(column)
      return true
    },
    addValue: () => (values += 1),
    omissions: () => [
      { reason: 'hiddenRow', count: rows },
      { reason: 'hiddenColumn', count: columnsWithText.size },
      { reason: 'hiddenText', count: values },
    ],
  }
}
