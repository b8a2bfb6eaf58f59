import type { Archive } from '../archives/openArchive.ts'
import { readXml } from '../archives/readXml.ts'

/** The built-in formats of dates and times (ECMA-376, 18.8.30). */
const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
const millisecondsPerDay = 86_400_000
/** Day 0 of Excel's calendar, in which 1900 is a leap year by mistake. */
const dayZero = Date.UTC(1899, 11, 30)

/** Returns the numbers of the cell styles that show a number as a date. */
export async function dateStyles(archive: Archive): Promise<ReadonlySet<number>> {
  const formats = new Set(builtInDates)
  const styles = new Set<number>()
  let isInCells = false
  let style = 0
  await readXml(archive.pieces('xl/styles.xml'), {
    open({ name, attribute }) {
      if (name === 'numFmt') {
        const id = Number(attribute('numFmtId'))
        if (isDateFormat(attribute('formatCode') ?? '')) formats.add(id)
      } else if (name === 'cellXfs') isInCells = true
      else if (name === 'xf' && isInCells) {
        if (formats.has(Number(attribute('numFmtId')))) styles.add(style)
        style += 1
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return styles
}

/** Returns a number of days as date, with the time if it has one; the number if it is none. */
export function excelDate(value: string): string {
  const days = Number(value)
  if (value === '' || !Number.isFinite(days) || days < 0 || days > 2_958_465) return value
  const time = new Date(dayZero + Math.round(days * millisecondsPerDay)).toISOString()
  if (days < 1) return time.slice(11, 19)
  return Number.isInteger(days) ? time.slice(0, 10) : time.slice(0, 19).replace('T', ' ')
}

/** Tells a date's format by its letters, outside of quoted words and of colours in brackets. */
function isDateFormat(code: string): boolean {
  return /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))
}
