import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { serialize } from 'parse5'
import type { DocumentWriter } from '../documentWriter.ts'
import { findElement, parseInside, parsePage, textWithin } from './htmlTree.ts'
import { writeTags } from './writeTags.ts'
import { writeTree } from './writeTree.ts'

export interface HtmlOptions {
  /** Takes the main text alone, without menus and the like, where it can be told from the rest. */
  mainText: boolean
}

type Page = ReturnType<typeof parsePage>

/** A page's main text is trusted to be all of it when it has this share of the whole. */
const minArticleShare = 0.25
/** A longer page is read tag by tag: its tree would take forty times its length. */
const maxHtmlLength = 3_000_000
/** Finding the main text takes a second tree, and Readability's time. Of a longer page all is read. */
const maxArticleLength = 1_000_000
const maxDepth = 2000

/** Writes a page's text with its headings, lists, tables and code. Returns its title. */
export function writeHtml(
  html: string,
  writer: DocumentWriter,
  { mainText }: HtmlOptions,
): string | null {
  if (html.length > maxHtmlLength || isDeep(html)) return writeTags(html, writer)
  try {
    const page = parsePage(html)
    const title = findElement(page, 'title')
    const isSearched = mainText && html.length <= maxArticleLength
    writeTree((isSearched ? articleOf(page) : undefined) ?? page, writer)
    return title ? textWithin(title) : null
  } catch (error) {
    // A page that is nested too deeply exhausts Readability's stack.
    if (!(error instanceof RangeError)) throw error
    return writeTags(html, writer)
  }
}

/** Tells whether elements that must be closed are nested deeper than a parser can take. */
function isDeep(html: string): boolean {
  let depth = 0
  let deepest = 0
  for (const [, close] of html.matchAll(
    /<(\/?)(?:[abiqsu]|div|span|font|table|ul|ol|section|em|strong)\b/gi,
  )) {
    depth += close === '' ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  return deepest > maxDepth
}

/** Returns the main text of a page, or `undefined` if Readability finds too little of it. */
function articleOf(page: Page): Page | undefined {
  const whole = findElement(page, 'body')
  // Readability needs a DOM. linkedom only builds one of markup in which no tag is left out.
  const { document } = parseHTML(serialize(page)) as unknown as { document: object }
  const { content } = new Readability(document as never).parse() ?? {}
  if (typeof content !== 'string' || !whole) return undefined
  const article = parseInside(content)
  const isEnough = textWithin(article).length > textWithin(whole).length * minArticleShare
  return isEnough ? article : undefined
}
