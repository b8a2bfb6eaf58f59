import type { Archive } from '../archives/openArchive.ts'
import { readXml, type XmlElement } from '../archives/readXml.ts'
import { formatCount } from './countFormats.ts'

/** Counts the numbered paragraphs of a Word document, in their order. */
export interface Numbering {
  /**
   * Counts a paragraph of a list and returns the number that Word shows before it, such as `2.1`;
   * empty for a bullet, or a list that the document does not define.
   */
  next: (listId: string, level: number) => string
  /** The level of a list that belongs to a paragraph style, or `undefined`. */
  levelOfStyle: (listId: string, style: string) => number | undefined
}

interface Level {
  start: number
  format: string
  /** The number's text, in which `%1` stands for the count of the first level. */
  text: string
  /** True if all counts are shown in digits here. */
  isLegal: boolean
  /** The level, from 1, at whose numbers it begins anew; 0 for never. Undefined: any level above. */
  restart: number | undefined
  style: string | undefined
}

interface List {
  abstractId: string
  starts: Map<number, number>
  levels: Map<number, Level>
}

interface Definitions {
  abstracts: ReadonlyMap<string, ReadonlyMap<number, Level>>
  lists: ReadonlyMap<string, List>
  /** Abstract lists that only name the style that has the list. */
  links: ReadonlyMap<string, string>
}

const maxLevels = 9

/** Reads the lists of a document. `listOfStyle` tells the list that a style names. */
export async function readNumbering(
  archive: Archive,
  listOfStyle: (style: string) => string | undefined,
): Promise<Numbering> {
  const { abstracts, lists, links } = await readDefinitions(archive)
  const counts = new Map<string, (number | undefined)[]>()
  const begun = new Set<string>()

  function resolve(listId: string): { list: List; abstractId: string } | undefined {
    const list = lists.get(listId)
    if (!list) return undefined
    const link = links.get(list.abstractId)
    const linked = link === undefined ? undefined : lists.get(listOfStyle(link) ?? '')
    return { list, abstractId: linked?.abstractId ?? list.abstractId }
  }

  function levelOf(listId: string, level: number): Level | undefined {
    const found = resolve(listId)
    return found?.list.levels.get(level) ?? abstracts.get(found?.abstractId ?? '')?.get(level)
  }

  function count(listId: string, level: number): (number | undefined)[] {
    const { list, abstractId } = resolve(listId) ?? {}
    const known = counts.get(abstractId ?? '') ?? []
    counts.set(abstractId ?? '', known)
    const start = list?.starts.get(level)
    const isNew = start !== undefined && !begun.has(`${listId} ${String(level)}`)
    begun.add(`${listId} ${String(level)}`)
    const before = known[level]
    known[level] =
      isNew || before === undefined ? (start ?? levelOf(listId, level)?.start ?? 1) : before + 1
    for (let below = level + 1; below < maxLevels; below++) {
      const restart = levelOf(listId, below)?.restart
      if (restart === undefined || (restart > 0 && level < restart)) known[below] = undefined
    }
    for (let above = 0; above < level; above++) known[above] ??= levelOf(listId, above)?.start ?? 1
    return known
  }

  return {
    next(listId, level) {
      const shown = levelOf(listId, level)
      if (!shown) return ''
      const known = count(listId, level)
      if (shown.format === 'bullet') return ''
      return shown.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
        const at = Number(digit) - 1
        const format = levelOf(listId, at)?.format ?? 'decimal'
        return formatCount(known[at] ?? 1, shown.isLegal ? 'decimal' : format)
      })
    },
    levelOfStyle(listId, style) {
      for (let level = 0; level < maxLevels; level++) {
        if (levelOf(listId, level)?.style === style) return level
      }
      return undefined
    },
  }
}

async function readDefinitions(archive: Archive): Promise<Definitions> {
  const abstracts = new Map<string, Map<number, Level>>()
  const lists = new Map<string, List>()
  const links = new Map<string, string>()
  let abstractId = ''
  let list: List | undefined
  let at = 0
  let level: Level | undefined

  function beginLevel(attribute: XmlElement['attribute']): void {
    at = Number(attribute('ilvl') ?? 0)
    level = { start: 1, format: 'decimal', text: '', isLegal: false, restart: undefined, style: '' }
    ;(list?.levels ?? abstracts.get(abstractId))?.set(at, level)
  }

  function setLevel(name: string, value: string): void {
    if (!level) return
    if (name === 'start') level.start = Number(value) || 0
    else if (name === 'numFmt') level.format = value
    else if (name === 'lvlText') level.text = value
    else if (name === 'isLgl') level.isLegal = value !== '0' && value !== 'false'
    else if (name === 'lvlRestart') level.restart = Number(value) || 0
    else if (name === 'pStyle') level.style = value
  }

  await readXml(archive.pieces('word/numbering.xml'), {
    open({ name, attribute }) {
      const value = attribute('val') ?? ''
      if (name === 'abstractNum') {
        abstractId = attribute('abstractNumId') ?? ''
        abstracts.set(abstractId, new Map())
      } else if (name === 'num') {
        list = { abstractId: '', starts: new Map(), levels: new Map() }
        lists.set(attribute('numId') ?? '', list)
      } else if (name === 'abstractNumId' && list) list.abstractId = value
      else if (name === 'numStyleLink') links.set(abstractId, value)
      else if (name === 'lvlOverride') at = Number(attribute('ilvl') ?? 0)
      else if (name === 'startOverride') list?.starts.set(at, Number(value) || 0)
      else if (name === 'lvl') beginLevel(attribute)
      else setLevel(name, value)
    },
    close(name) {
      if (name === 'lvl') level = undefined
      else if (name === 'num') list = undefined
    },
  })
  return { abstracts, lists, links }
}
