import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode

/** A section of a document: what is asked, and the text that answers. */
export interface TitledSection {
  title: string
  text: string
}

/** Documents as a package of Debian's installs them. */
export interface DocumentSet {
  name: string
  /** The package that has it. */
  debianPackage: string
  folder: string
  files: RegExp
}

/** English and German prose, and descriptions of commands. */
export const documentSets: readonly DocumentSet[] = [
  {
    name: 'PostgreSQL',
    debianPackage: 'postgresql-doc-15',
    folder: '/usr/share/doc/postgresql-doc-15/html',
    files: /\.html$/,
  },
  {
    name: 'Python',
    debianPackage: 'python3.11-doc',
    folder: '/usr/share/doc/python3.11/html',
    files: /^(?:faq|howto|library|reference|tutorial|using)\/.*\.html$/,
  },
  {
    name: 'Debian handbook, German',
    debianPackage: 'debian-handbook',
    folder: '/usr/share/doc/debian-handbook/html/de-DE',
    files: /\.html$/,
  },
]

const skipped = new Set(['script', 'style', 'nav', 'head', 'footer'])
const heading = /^h[1-6]$/
/** A shorter text answers nothing, and a title of one word asks for too much. */
const minTextLength = 200
const minTitleWords = 2

/**
 * Returns the sections of a set whose title is its own, in the order of their files; undefined if
 * the package is not installed.
 */
export function readSections({ folder, files }: DocumentSet): TitledSection[] | undefined {
  const names = listFiles(folder)?.filter((name) => files.test(name))
  if (!names) return undefined
  const sections = names.flatMap((name) => sectionsOf(readFileSync(join(folder, name), 'utf8')))
  const times = new Map<string, number>()
  for (const { title } of sections) times.set(title, (times.get(title) ?? 0) + 1)
  return sections.filter(
    ({ title, text }) =>
      times.get(title) === 1 &&
      text.length >= minTextLength &&
      title.split(' ').length >= minTitleWords,
  )
}

function listFiles(folder: string): string[] | undefined {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  } catch {
    return undefined
  }
}

function sectionsOf(html: string): TitledSection[] {
  const sections: TitledSection[] = []
  let current: TitledSection | undefined
  const visit = (node: Node): void => {
    if (node.nodeName === '#text' && 'value' in node) {
      if (current) current.text += node.value
      return
    }
    if (skipped.has(node.nodeName) || !('childNodes' in node)) return
    if (heading.test(node.nodeName)) {
      current = { title: tidied(textOf(node)), text: '' }
      sections.push(current)
      return
    }
    node.childNodes.forEach(visit)
    if (current) current.text += ' '
  }
  parseFragment(html).childNodes.forEach(visit)
  return sections.map(({ title, text }) => ({ title, text: tidied(text) }))
}

function textOf(node: Node): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

/** Takes off the numbers of sections and Sphinx's mark at headings. */
function tidied(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(?:Chapter |Appendix |Kapitel )?[\dA-Z]*(?:\.\d+)*\.\s/, '')
    .replace(/¶$/, '')
}
