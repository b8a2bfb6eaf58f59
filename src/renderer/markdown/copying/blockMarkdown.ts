import { fenceFor, trimBlanks } from './escapeMarkdown.ts'
import { inlineMarkdown, inlineNode, rawText } from './inlineMarkdown.ts'
import { itemsOf, listOf, numberOf } from './listItems.ts'
import { isSkipped } from './selectedText.ts'
import type { SelectedText } from './selectedText.ts'
import { tableMarkdown } from './tableMarkdown.ts'

const blockNames = new Set(
  'ADDRESS ARTICLE BLOCKQUOTE DETAILS DD DIV DL DT H1 H2 H3 H4 H5 H6 HR LI OL P PRE SECTION SUMMARY TABLE TBODY THEAD TR UL'.split(
    ' ',
  ),
)

export function isBlock(node: Node): boolean {
  return node instanceof Element && blockNames.has(node.tagName)
}

/** Returns the Markdown of the selected blocks in an element, one below the other. */
export function blocksMarkdown(parent: Node, selected: SelectedText): string {
  return childBlocks(parent, selected).join('\n\n')
}

function childBlocks(parent: Node, selected: SelectedText): string[] {
  const blocks: string[] = []
  let line = ''
  const endLine = (): void => {
    const text = trimBlanks(line)
    if (text !== '') blocks.push(text)
    line = ''
  }
  for (const child of parent.childNodes) {
    if (!selected.holds(child)) continue
    if (child instanceof HTMLElement && isBlock(child)) {
      endLine()
      const block = isSkipped(child) ? '' : blockMarkdown(child, selected)
      if (block !== '') blocks.push(block)
    } else {
      line += inlineNode(child, selected, line)
    }
  }
  endLine()
  return blocks
}

export function blockMarkdown(block: HTMLElement, selected: SelectedText): string {
  const { tagName } = block
  if (/^H[1-6]$/.test(tagName)) return headingMarkdown(block, selected)
  switch (tagName) {
    case 'P':
      return trimBlanks(inlineMarkdown(block, selected))
    case 'HR':
      // Behind a bullet, dashes would be a line across the whole list.
      return block.parentElement?.tagName === 'LI' ? '___' : '---'
    case 'PRE':
      return codeMarkdown(block, selected)
    case 'UL':
    case 'OL':
      return listMarkdown(block, selected)
    case 'LI':
      return childBlocks(block, selected).join(isTight(listOf(block)) ? '\n' : '\n\n')
    case 'BLOCKQUOTE':
      return prefixLines(blocksMarkdown(block, selected), '> ')
    case 'TABLE':
      return tableMarkdown(block, selected)
    case 'DETAILS':
      return detailsMarkdown(block, selected)
    case 'SUMMARY':
      return trimBlanks(inlineMarkdown(block, selected))
    default:
      return divisionMarkdown(block, selected)
  }
}

function divisionMarkdown(block: HTMLElement, selected: SelectedText): string {
  if (block.matches('.plain-text')) return rawText(block, selected)
  if (block.matches('.math-block')) return formulaMarkdown(block)
  if (block.matches('.footnotes')) return footnotesMarkdown(block, selected)
  const inner = blocksMarkdown(block, selected)
  const kind = /(?:^|\s)alert-(\w+)/.exec(block.className)?.[1]
  if (!block.matches('.alert') || kind === undefined || inner === '') return inner
  return prefixLines(`[!${kind.toUpperCase()}]\n${inner}`, '> ')
}

function formulaMarkdown(block: HTMLElement): string {
  const tex = block.querySelector<HTMLElement>('[data-tex]')?.dataset['tex'] ?? block.textContent
  return `$$\n${tex}\n$$`
}

function headingMarkdown(heading: HTMLElement, selected: SelectedText): string {
  const text = trimBlanks(inlineMarkdown(heading, selected))
  const level = Number(heading.tagName[1])
  if (text.includes('\n')) return `${text}\n${level === 1 ? '===' : '---'}`
  return `${'#'.repeat(level)} ${text.replace(/(?<=\s|^)(#+)$/, '\\$1')}`.trimEnd()
}

function codeMarkdown(pre: HTMLElement, selected: SelectedText): string {
  const code = rawText(pre, selected).replace(/\n$/, '')
  const info = codeInfo(pre)
  const fence = info.includes('`') ? tildesFor(code) : fenceFor(code, 3)
  return `${fence}${info}\n${code}${code === '' ? '' : '\n'}${fence}`
}

/**
 * Returns a fence of tildes: a name of a language that holds backticks can stand only behind
 * tildes.
 */
function tildesFor(code: string): string {
  return fenceFor(code.replaceAll('`', '').replaceAll('~', '`'), 3).replaceAll('`', '~')
}

/** Returns the text that stood behind the opening fence. */
function codeInfo(pre: HTMLElement): string {
  return pre.closest<HTMLElement>('[data-info]')?.dataset['info'] ?? ''
}

function isTight(list: Element | null): boolean {
  return list !== null && !list.matches('.loose')
}

function listMarkdown(list: HTMLElement, selected: SelectedText): string {
  const alternate = isSecondInARow(list)
  const items = itemsOf(list).flatMap((item): string[] => {
    if (!selected.holds(item)) return []
    const number = numberOf(item)
    const bullet = alternate ? '*' : '-'
    const sign = number === undefined ? bullet : `${number}${alternate ? ')' : '.'}`
    const box = item.querySelector(':scope > .task-box')
    const task = box ? (box.ariaChecked === 'true' ? '[x] ' : '[ ] ') : ''
    const content = task + blockMarkdown(item, selected)
    return [`${sign} ${indentLines(content, sign.length + 1)}`.trimEnd()]
  })
  return items.join(isTight(list) ? '\n' : '\n\n')
}

/**
 * Returns whether a list needs other marks than the list before it. With the same marks, Markdown
 * would join the two.
 */
function isSecondInARow(list: Element): boolean {
  let count = 0
  for (let at = list.previousElementSibling; at?.tagName === list.tagName;) {
    count += 1
    at = at.previousElementSibling
  }
  return count % 2 === 1
}

function detailsMarkdown(details: HTMLElement, selected: SelectedText): string {
  const summary = details.querySelector(':scope > summary')
  const title = summary ? inlineMarkdown(summary, selected) : ''
  const blocks = Array.from(details.children)
    .filter((child) => child !== summary && selected.holds(child))
    .map((child) => blockMarkdown(child as HTMLElement, selected))
  const open = details instanceof HTMLDetailsElement && details.open ? ' open' : ''
  return [`<details${open}>\n<summary>${title}</summary>`, ...blocks, '</details>'].join('\n\n')
}

/** Returns the footnotes at the end. The text's references, in their order, give the labels. */
function footnotesMarkdown(section: HTMLElement, selected: SelectedText): string {
  const references = section
    .closest('.markdown')
    ?.querySelectorAll<HTMLElement>('.markdown-group [data-footnote]')
  const labels = [...new Set(Array.from(references ?? [], ({ dataset }) => dataset['footnote']))]
  const list = section.querySelector('ol')
  const notes = list ? itemsOf(list) : []
  return notes
    .map((note, index) => {
      const text = selected.holds(note) ? blocksMarkdown(note, selected) : ''
      return text && `[^${labels[index]?.toLowerCase() ?? index + 1}]: ${indentLines(text, 4)}`
    })
    .filter((note) => note !== '')
    .join('\n\n')
}

function prefixLines(text: string, prefix: string): string {
  return text
    .split('\n')
    .map((line) => (prefix + line).trimEnd())
    .join('\n')
}

/** Indents all lines but the first. */
function indentLines(text: string, columns: number): string {
  return text.replaceAll(/\n(?!\n)/g, `\n${' '.repeat(columns)}`)
}
