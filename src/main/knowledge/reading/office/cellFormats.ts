import {
  dateFromSerial,
  format,
  getFormatDateInfo,
  getFormatFromId,
  isDateFormat,
  isValidFormat,
} from 'numfmt'
import type { Archive } from '../archives/openArchive.ts'
import { readXml } from '../archives/readXml.ts'
import type { SheetCell } from './sheetCells.ts'

/** The formats of a workbook's cells, by the number of their style. */
export interface CellFormats {
  /** Writes a cell's number as its style shows it. Empty if the style hides it. */
  show: (style: number, value: string) => string
  /** Returns the format's code, such as `0.0%`; `General` for none. */
  code: (style: number) => string
}

type Show = (value: number) => string

/** Excel counts days from 1904 in workbooks that began on old Macs. */
export const daysTo1904 = 1462
const secondsPerDay = 86_400
const maxDays = 2_958_465
/** The built-in formats of East Asian Excel, whose dates differ from language to language. */
const isEastAsianDate = (id: number): boolean => (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
/** Numbers have 15 digits in Excel; more are the noise of binary fractions. */
const digits = 15

/** Reads how a workbook's styles show numbers. `is1904` says from when it counts days. */
export async function readCellFormats(archive: Archive, is1904: boolean): Promise<CellFormats> {
  const styles = await readStyles(archive)
  const shows = new Map<number, Show>()
  const code = (style: number): string => styles[style] ?? 'General'
  return {
    show(style, value) {
      const number = Number(value)
      if (value.trim() === '' || !Number.isFinite(number)) return value
      let show = shows.get(style)
      if (!show) shows.set(style, (show = createShow(code(style), is1904)))
      return show(number)
    },
    code,
  }
}

/** Returns a cell's value as its sheet shows it. */
export function cellText({ type, style, value }: SheetCell, formats: CellFormats): string {
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  return type === 'n' ? formats.show(style, value) : value
}

/** True for a format that shows a day, which is counted from 1900 or 1904. */
export function showsDay(code: string): boolean {
  return isValidFormat(code) && isDateFormat(code) && hasDay(code)
}

/** Returns the format code of each cell style. */
async function readStyles(archive: Archive): Promise<readonly string[]> {
  const codes = new Map<number, string>()
  const styles: string[] = []
  let isInCells = false
  await readXml(archive.pieces('xl/styles.xml'), {
    open({ name, attribute }) {
      const id = Number(attribute('numFmtId') ?? 0)
      if (name === 'numFmt') codes.set(id, attribute('formatCode') ?? 'General')
      else if (name === 'cellXfs') isInCells = true
      else if (name === 'xf' && isInCells) {
        const builtIn = isEastAsianDate(id) ? 'yyyy-mm-dd' : getFormatFromId(id)
        styles.push(codes.get(id) ?? builtIn ?? 'General')
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return styles
}

function createShow(code: string, is1904: boolean): Show {
  if (/^general$/i.test(code) || !isValidFormat(code)) return showGeneral
  if (showsDay(code)) return (value) => showDate(value, is1904)
  // A currency's language would change the separators of this cell alone.
  const pattern = code.replaceAll(/\[\$([^\]-]*)-[^\]]*\]/g, (_, sign: string) =>
    sign === '' ? '' : `[$${sign}]`,
  )
  return (value) => {
    const shown = format(pattern, value, { throws: false }).trim()
    // Excel shows hashes for what a format can't show, such as a negative time.
    return /^#+$/.test(shown) ? showGeneral(value) : shown
  }
}

function hasDay(code: string): boolean {
  const { year, month, day } = getFormatDateInfo(code)
  return year || month || day
}

function showGeneral(value: number): string {
  return String(Number(value.toPrecision(digits)))
}

/** Writes a date as ISO 8601 does, with the time if it has one; the number if it is no date. */
function showDate(value: number, is1904: boolean): string {
  const days = value + (is1904 ? daysTo1904 : 0)
  if (days < 0 || days > maxDays + 1) return showGeneral(value)
  const whole = Math.round(days * secondsPerDay) / secondsPerDay
  const [year, month, day, ...time] = dateFromSerial(whole).map((part) =>
    String(part).padStart(2, '0'),
  )
  const clock = time.join(':')
  if (whole < 1 && !is1904) return clock
  const date = `${String(year).padStart(4, '0')}-${String(month)}-${String(day)}`
  return clock === '00:00:00' ? date : `${date} ${clock}`
}
