import type { NamedReason } from '../../../../shared/knowledge/omissions.ts'
import type { XmlElement } from '../archives/readXml.ts'
import type { DocumentWriter } from '../documentWriter.ts'
import { styleKey } from './openStyles.ts'

/** Leaves elements of OpenDocument out with all that is in them, and tells what had text. */
export interface OpenOmissions {
  /** Returns whether an element is left out. Each needs a call of `close`. */
  open: (element: XmlElement) => boolean
  text: (text: string) => boolean
  close: () => boolean
}

/** Elements that are never text of the document, some of them with a word about it. */
const always = new Map<string, NamedReason | undefined>([
  ...(['insertion', 'format-change', 'desc', 'forms', 'note-citation'] as const).map(silent),
  ...(['page-number', 'page-count'] as const).map(silent),
  ['deletion', 'deletedText'],
  ['annotation', 'comment'],
])
/** Elements with the family of their styles, and what they are if such a style hides them. */
const styled: Readonly<Record<string, readonly [family: string, NamedReason]>> = {
  span: ['text', 'hiddenText'],
  p: ['paragraph', 'hiddenText'],
  h: ['paragraph', 'hiddenText'],
  table: ['table', 'hiddenSheet'],
  page: ['drawing-page', 'hiddenSlide'],
}
const maxColumns = 1000

function silent(name: string): [string, undefined] {
  return [name, undefined]
}

/** Creates what leaves out remarks, deleted text, and what the author hid. */
export function createOpenOmissions(
  hidden: ReadonlySet<string>,
  writer: DocumentWriter,
): OpenOmissions {
  const hiddenColumns = new Set<number>()
  const toldColumns = new Set<number>()
  let columns = 0
  let column = 0
  let depth = 0
  let hasText = false
  let reason: NamedReason | undefined
  let leftColumn: number | undefined

  function follow({ name, attribute }: XmlElement): void {
    const repeats = Math.min(Number(attribute('number-columns-repeated') ?? 1) || 1, maxColumns)
    if (name === 'table') {
      hiddenColumns.clear()
      toldColumns.clear()
      columns = 0
    } else if (name === 'table-column') {
      for (let at = columns; at < columns + repeats; at++) {
        if (attribute('visibility') === 'collapse') hiddenColumns.add(at)
      }
      columns = Math.min(columns + repeats, maxColumns)
    } else if (name === 'table-row') column = 0
    else if (name === 'table-cell' || name === 'covered-table-cell') {
      leftColumn = hiddenColumns.has(column) ? column : undefined
      column += repeats
    }
  }

  function isLeftOut({ name, attribute }: XmlElement): boolean {
    reason = always.get(name)
    if (always.has(name)) return true
    if (name === 'section' && attribute('display') === 'none') reason = 'hiddenText'
    else if (name === 'table-row' && attribute('visibility') === 'collapse') reason = 'hiddenRow'
    else if (name.endsWith('table-cell') && leftColumn !== undefined) reason = 'hiddenColumn'
    else {
      const [family, hiddenThing] = styled[name] ?? []
      const key = styleKey(family ?? '', attribute('style-name') ?? '')
      if (family !== undefined && hidden.has(key)) reason = hiddenThing
    }
    return reason !== undefined
  }

  function tell(): void {
    if (!hasText || reason === undefined) return
    if (reason === 'hiddenColumn' && leftColumn !== undefined) {
      if (toldColumns.has(leftColumn)) return
      toldColumns.add(leftColumn)
    }
    writer.omit({ reason })
  }

  return {
    open(element) {
      if (depth === 0) {
        follow(element)
        if (!isLeftOut(element)) return false
        hasText = false
      }
      depth += 1
      return true
    },
    text(text) {
      if (depth === 0) return false
      hasText ||= text.trim() !== ''
      return true
    },
    close() {
      if (depth === 0) return false
      depth -= 1
      if (depth === 0) tell()
      return true
    },
  }
}
