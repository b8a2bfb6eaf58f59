import type { Archive } from '../archives/openArchive.ts'
import { readXml } from '../archives/readXml.ts'
import type { DocumentWriter } from '../documentWriter.ts'

interface Series {
  name: string
  categories: Map<number, string>
  values: Map<number, string>
}

const maxPoints = 2000

/** Writes a chart: its titles, and a table of its categories with the values of each series. */
export async function readChart(
  archive: Archive,
  part: string | undefined,
  writer: DocumentWriter,
): Promise<void> {
  const { titles, series } = await readParts(archive, part)
  if (titles.length + series.length === 0) writer.omit({ reason: 'chart' })
  for (const title of titles) writer.block('paragraph', title)
  if (series.length === 0) return
  const indexes = new Set(series.flatMap(({ values }) => [...values.keys()]))
  const categories = series.find((one) => one.categories.size > 0)?.categories ?? new Map()
  writer.beginTable()
  writeRow(['', ...series.map(({ name }) => name)], writer)
  for (const index of [...indexes].toSorted((one, another) => one - another)) {
    const category = String(categories.get(index) ?? index + 1)
    writeRow([category, ...series.map(({ values }) => values.get(index) ?? '')], writer)
  }
  writer.endTable()
}

function writeRow(cells: readonly string[], writer: DocumentWriter): void {
  writer.beginRow(false)
  for (const cell of cells) {
    writer.beginCell()
    writer.block('paragraph', cell)
    writer.endCell()
  }
  writer.endRow()
}

async function readParts(
  archive: Archive,
  part: string | undefined,
): Promise<{ titles: string[]; series: Series[] }> {
  const titles: string[] = []
  const series: Series[] = []
  let place: '' | 'tx' | 'cat' | 'val' = ''
  let isTitle = false
  let text = ''
  let index = 0
  await readXml(archive.pieces(part ?? ''), {
    open({ name, attribute }) {
      text = name === 'v' || name === 't' ? '' : text
      if (name === 'ser') series.push({ name: '', categories: new Map(), values: new Map() })
      else if (name === 'title') {
        isTitle = true
        titles.push('')
      } else if (name === 'tx' && !isTitle) place = 'tx'
      else if (name === 'cat' || name === 'xVal') place = 'cat'
      else if (name === 'val' || name === 'yVal') place = 'val'
      else if (name === 'pt') index = Number(attribute('idx') ?? 0)
    },
    text: (piece) => (text += piece),
    close(name) {
      const one = series.at(-1)
      if (name === 't' && isTitle) titles.push((titles.pop() ?? '') + text)
      else if (name === 'v' && isTitle) titles.push((titles.pop() ?? '') + text)
      else if (name === 'v' && one && place === 'tx') one.name += text
      else if (name === 'v' && one && index < maxPoints) {
        if (place === 'cat') one.categories.set(index, text)
        // A number that a chart draws may have the noise of binary fractions.
        else if (place === 'val') one.values.set(index, plainNumber(text))
      }
      if (name === 'title') isTitle = false
      else if (name === 'tx' || name === 'cat' || name === 'xVal') place = ''
      else if (name === 'val' || name === 'yVal') place = ''
    },
  })
  return { titles: titles.filter((title) => title.trim() !== ''), series }
}

function plainNumber(text: string): string {
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number)
    ? text
    : String(Number(number.toPrecision(15)))
}
