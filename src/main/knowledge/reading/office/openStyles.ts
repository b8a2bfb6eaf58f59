import type { Archive } from '../archives/openArchive.ts'
import { readXml, type XmlElement } from '../archives/readXml.ts'

/** Numbering of one level of an OpenDocument list. */
export interface ListLevel {
  /** As `formatCount` names it; empty without a number. */
  format: string
  prefix: string
  suffix: string
  start: number
  /** The number of levels that are written, this one last. */
  shown: number
}

/** Numbering and hidden styles of an OpenDocument file. */
export interface OpenStyles {
  lists: ReadonlyMap<string, readonly ListLevel[]>
  /** The levels of headings. */
  outline: readonly ListLevel[]
  /** The families and names of styles that hide text, a sheet or a slide. */
  hidden: ReadonlySet<string>
}

const formats: Readonly<Record<string, string>> = {
  1: 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
}
const maxLevels = 10

/** Reads the styles of both files that have some. The document's own come last. */
export async function readOpenStyles(archive: Archive): Promise<OpenStyles> {
  const lists = new Map<string, ListLevel[]>()
  const hidden = new Set<string>()
  const outline: ListLevel[] = []
  let levels: ListLevel[] = []
  let style = ''

  function open({ name, attribute }: XmlElement): void {
    if (name === 'style') style = styleKey(attribute('family') ?? '', attribute('name') ?? '')
    else if (name === 'list-style') lists.set(attribute('name') ?? '', (levels = []))
    else if (name === 'outline-style') levels = outline
    else if (name === 'list-level-style-number' || name === 'outline-level-style') {
      const level = Number(attribute('level') ?? 1) - 1
      if (level >= 0 && level < maxLevels) levels[level] = listLevel(attribute)
    } else if (hides(name, attribute)) hidden.add(style)
  }

  for (const part of ['styles.xml', 'content.xml']) {
    await readXml(archive.pieces(part), { open })
  }
  return { lists, outline, hidden }
}

/** Returns the key of a style in `hidden`. */
export function styleKey(family: string, name: string): string {
  return `${family} ${name}`
}

function listLevel(attribute: XmlElement['attribute']): ListLevel {
  return {
    format: formats[attribute('num-format') ?? ''] ?? '',
    prefix: attribute('num-prefix') ?? '',
    suffix: attribute('num-suffix') ?? '',
    start: Number(attribute('start-value') ?? 1) || 0,
    shown: Number(attribute('display-levels') ?? 1) || 1,
  }
}

function hides(name: string, attribute: XmlElement['attribute']): boolean {
  if (name === 'text-properties') return attribute('display') === 'none'
  if (name === 'table-properties') return attribute('display') === 'false'
  return name === 'drawing-page-properties' && attribute('visibility') === 'hidden'
}
