import { encodeAddress, escapablePattern } from '../characters.ts'
import type { Inline, InlineContext } from '../tree.ts'
import { findAutolinks } from './autolinks.ts'
import type { Autolink } from './autolinks.ts'
import { createBracketReader } from './bracketReader.ts'
import { codeOf, createCodeSpanFinder, openCodeOf } from './codeSpans.ts'
import { completeEnd } from './completeEnd.ts'
import { flanksOf, pushDelimiter, resolveEmphasis } from './delimiters.ts'
import type { Delimiter, DelimiterStack } from './delimiters.ts'
import { createFormulaFinder } from './formulaSpans.ts'
import { isUnfinishedFormula, isUnfinishedTag } from './growingEnd.ts'
import { skipSpaces, takeLineEnd, trimSpacesEnd } from './lineEnds.ts'
import { createTagScanner } from './tagScanner.ts'
import { takeEntity } from './takeEntity.ts'
import { appendNode, toInlines, wrapNodes } from './nodeList.ts'
import type { InlineNode, NodeList } from './nodeList.ts'

const plainRun = /[^\n\\`*_~[\]!<&$]+/y
const escapable = new RegExp(escapablePattern)

/** Reads the text of a leaf; its lines have no spaces before them. */
export function parseInlines(source: string, context: InlineContext): Inline[] {
  return createInlineParser(trimSpacesEnd(source), context)()
}

function createInlineParser(text: string, context: InlineContext): () => Inline[] {
  const list: NodeList = { first: undefined, last: undefined }
  const delimiters: DelimiterStack = { top: undefined }
  const codeSpans = createCodeSpanFinder(text)
  const formulas = createFormulaFinder(text)
  const tags = createTagScanner(text)
  const autolinks = findAutolinks(text)
  const brackets = createBracketReader({ text, context, list, delimiters })
  let nextAutolink = 0
  let position = 0

  const addText = (value: string): InlineNode => appendNode(list, { type: 'text', text: value })

  const takePlain = (): void => {
    plainRun.lastIndex = position
    const end = position + (plainRun.exec(text)?.[0].length ?? 1)
    addText(text.slice(position, end))
    position = end
  }

  const takeAutolink = ({ end, href }: Autolink): void => {
    addLink(text.slice(position, end), encodeAddress(href))
    position = end
  }

  const addLink = (written: string, href: string): void => {
    const before = addText('')
    addText(written)
    wrapNodes(list, before, undefined, { type: 'link', href, title: '' }).isAutolink = true
  }

  const takeBackslash = (): void => {
    const next = text[position + 1]
    if ((next === '(' || next === '[') && takeFormula()) return
    if (next === '\n') {
      appendNode(list, { type: 'hardBreak' })
      position = skipSpaces(text, position + 2)
    } else if (next !== undefined && escapable.test(next)) {
      addText(next)
      position += 2
    } else {
      if (!isHalfAtEnd(1)) addText('\\')
      position += 1
    }
  }

  /** Returns whether the text ends behind the marks at `position`, and more may follow. */
  const isHalfAtEnd = (length: number): boolean =>
    context.growing && position + length >= text.length

  const takeFormula = (): boolean => {
    const found = formulas.find(position)
    const mayBePrice =
      found && isHalfAtEnd(found.end - position) && /\d/.test(text.charAt(position + 1))
    if (found && !mayBePrice) {
      appendNode(list, { type: 'math', tex: found.tex, display: found.display })
      position = found.end
      return true
    }
    if (!context.growing || !isUnfinishedFormula(text, position)) return false
    position = text.length
    return true
  }

  const takeDollar = (): void => {
    if (takeFormula()) return
    const isDouble = text[position + 1] === '$'
    addText(isDouble ? '$$' : '$')
    position += isDouble ? 2 : 1
  }

  const takeCode = (): void => {
    let start = position
    while (text[start] === '`') start += 1
    const length = start - position
    const close = codeSpans.findClose(start, length)
    if (close >= 0) {
      appendNode(list, { type: 'code', text: codeOf(text.slice(start, close)) })
      position = close + length
    } else if (context.growing) {
      const code = openCodeOf(text.slice(start))
      if (code !== '') appendNode(list, { type: 'code', text: code })
      position = text.length
    } else {
      addText(text.slice(position, start))
      position = start
    }
  }

  const takeMarks = (mark: Delimiter['mark']): void => {
    const start = position
    while (text[position] === mark) position += 1
    // Whether they open or close something is not known yet.
    if (isHalfAtEnd(0)) return
    const node = addText(text.slice(start, position))
    const count = position - start
    if (mark === '~' && count > 2) return
    const flanks = flanksOf(text, start, position)
    if (!flanks.canOpen && !flanks.canClose) return
    pushDelimiter(delimiters, { mark, count, position: start, node, ...flanks })
  }

  const takeAngle = (): void => {
    const link = tags.scanAutolink(position)
    if (link) {
      addLink(link.text, encodeAddress(link.href))
      position = link.end
      return
    }
    const html = tags.scanTag(position)
    if (html !== undefined) {
      appendNode(list, { type: 'html', html })
      position += html.length
    } else if (context.growing && isUnfinishedTag(text, position)) {
      position = text.length
    } else {
      addText('<')
      position += 1
    }
  }

  const takeNext = (): void => {
    while ((autolinks[nextAutolink]?.start ?? Infinity) < position) nextAutolink += 1
    const autolink = autolinks[nextAutolink]
    if (autolink?.start === position) {
      takeAutolink(autolink)
      return
    }
    switch (text[position]) {
      case '\n':
        position = takeLineEnd(list, text, position)
        return
      case '\\':
        return takeBackslash()
      case '`':
        return takeCode()
      case '*':
        return takeMarks('*')
      case '_':
        return takeMarks('_')
      case '~':
        return takeMarks('~')
      case '[':
        position = brackets.open(position, false)
        return
      case ']':
        position = brackets.close(position)
        return
      case '<':
        return takeAngle()
      case '&':
        position = takeEntity(list, text, position, context.growing)
        return
      case '$':
        return takeDollar()
      case '!':
        if (text[position + 1] === '[') {
          position = brackets.open(position, true)
          return
        }
        // A picture may begin here, but hardly right behind a word.
        if (isHalfAtEnd(1) && !/\S/.test(text.charAt(position - 1))) {
          position += 1
          return
        }
        break
      default:
    }
    takePlain()
    const start = autolink?.start ?? Infinity
    const last = list.last?.value
    if (start >= position || last?.type !== 'text') return
    // The address begins within this run.
    last.text = last.text.slice(0, last.text.length - (position - start))
    position = start
  }

  return () => {
    while (position < text.length) takeNext()
    if (context.growing) completeEnd(list, delimiters, text, brackets.innermost())
    else resolveEmphasis(list, delimiters, undefined)
    return toInlines(list.first)
  }
}
