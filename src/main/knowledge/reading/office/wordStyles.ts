import type { Archive } from '../archives/openArchive.ts'
import { readXml } from '../archives/readXml.ts'

/** A paragraph or character style, merged with its parents. */
export interface WordStyle {
  /** The level of a heading, from 1. */
  level: number | undefined
  /** The list that numbers its paragraphs; `0` for none. */
  listId: string | undefined
  listLevel: number | undefined
  isHidden: boolean | undefined
}

const maxParents = 20
const noStyle: WordStyle = {
  level: undefined,
  listId: undefined,
  listLevel: undefined,
  isHidden: undefined,
}

/** Reads the styles of a Word document. A style that it does not define says nothing. */
export async function readWordStyles(archive: Archive): Promise<(style: string) => WordStyle> {
  const styles = new Map<string, WordStyle>()
  const parents = new Map<string, string>()
  let id = ''
  await readXml(archive.pieces('word/styles.xml'), {
    open({ name, attribute }) {
      const value = attribute('val')
      if (name === 'style') {
        id = attribute('styleId') ?? ''
        styles.set(id, { ...noStyle })
      }
      const style = styles.get(id)
      if (!style || id === '') return
      if (name === 'basedOn' && value !== undefined) parents.set(id, value)
      else if (name === 'name') style.level ??= levelOfName(value ?? '')
      else if (name === 'outlineLvl') style.level ??= outlineLevel(value)
      else if (name === 'numId') style.listId = value
      else if (name === 'ilvl') style.listLevel = Number(value ?? 0)
      else if (name === 'vanish') style.isHidden = isOn(value)
    },
    close: (name) => {
      if (name === 'style') id = ''
    },
  })
  const whole = new Map<string, WordStyle>()
  return (style) => {
    let found = whole.get(style)
    if (!found) whole.set(style, (found = withParents(style, styles, parents)))
    return found
  }
}

function withParents(
  style: string,
  styles: ReadonlyMap<string, WordStyle>,
  parents: ReadonlyMap<string, string>,
): WordStyle {
  const whole = { ...noStyle }
  let at: string | undefined = style
  for (let step = 0; step < maxParents && at !== undefined; step++) {
    const own = styles.get(at) ?? noStyle
    whole.level ??= own.level
    whole.listId ??= own.listId
    whole.listLevel ??= own.listLevel
    whole.isHidden ??= own.isHidden
    at = parents.get(at)
  }
  return whole
}

function levelOfName(name: string): number | undefined {
  if (/^title$/i.test(name)) return 1
  const level = /^heading (\d)$/i.exec(name)?.[1]
  return level === undefined ? undefined : Number(level)
}

/** Word counts levels from 0; 9 is the text itself. */
export function outlineLevel(value: string | undefined): number | undefined {
  const level = Number(value)
  return value !== undefined && level >= 0 && level < 9 ? level + 1 : undefined
}

/** A property without a value is on. */
export function isOn(value: string | undefined): boolean {
  return value === undefined || !['0', 'false', 'off'].includes(value)
}
