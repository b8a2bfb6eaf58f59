import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { DocumentWriter, WrittenKind } from '../documentWriter.ts'
import { writeTags } from './writeTags.ts'

/** What is used of the parser's nodes. Main's types know no DOM. */
interface HtmlNode {
  nodeType: number
  nodeName: string
  data?: string
  textContent: string | null
  firstChild: HtmlNode | null
  nextSibling: HtmlNode | null
  parentNode: HtmlNode | null
  getAttribute?: (name: string) => string | null
}

interface HtmlDocument {
  body: HtmlNode
  querySelector: (selector: string) => HtmlNode | null
}

export interface HtmlOptions {
  /** Takes the main text alone, without menus and the like, where it can be told from the rest. */
  mainText: boolean
}

const textNode = 3
const elementNode = 1
const hidden = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE SVG MATH IFRAME OBJECT CANVAS AUDIO VIDEO SELECT BUTTON DIALOG HEAD'.split(
    ' ',
  ),
)
const blocks = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER FORM HEADER HR ' +
    'LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL CAPTION'
  ).split(' '),
)
/** A page's main text is trusted to be all of it when it has this share of the whole. */
const articleShareMinimum = 0.25
/** A longer page is read tag by tag: its tree would take forty times its length. */
const htmlLengthMaximum = 3_000_000
const depthMaximum = 2000

/** Writes a page's text with its headings, lists, tables and code. Returns its title. */
export function writeHtml(
  html: string,
  writer: DocumentWriter,
  { mainText }: HtmlOptions,
): string | null {
  if (html.length > htmlLengthMaximum || isDeep(html)) return writeTags(html, writer)
  try {
    const document = parsePage(html)
    const title = document.querySelector('title')?.textContent ?? null
    const article = mainText ? articleOf(html, document) : undefined
    writeTree(article ?? document.body, writer)
    return title
  } catch (error) {
    // A page that is nested too deeply exhausts the parser's stack.
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
  return deepest > depthMaximum
}

function parsePage(html: string): HtmlDocument {
  return (parseHTML(whole(html)) as unknown as { document: HtmlDocument }).document
}

function articleOf(html: string, document: HtmlDocument): HtmlNode | undefined {
  // Readability takes the document apart.
  const article = new Readability(parsePage(html) as never, {
    serializer: (node: unknown) => node as HtmlNode,
  }).parse()
  const length = article?.textContent?.length ?? 0
  const isEnough = length > (document.body.textContent?.length ?? 0) * articleShareMinimum
  return isEnough ? (article?.content ?? undefined) : undefined
}

/** Walks through a tree without recursion, which deep pages would exhaust. */
function writeTree(root: HtmlNode, writer: DocumentWriter): void {
  let text = ''
  let kind: WrittenKind = 'paragraph'
  let level = 0
  let preformatted = 0

  function flush(): void {
    if (level > 0) writer.heading(level, text)
    else writer.block(preformatted > 0 ? 'code' : kind, text)
    text = ''
    kind = 'paragraph'
  }

  function enter(node: HtmlNode): void {
    const { nodeName: name } = node
    if (name === 'BR') text += '\n'
    if (name === 'IMG') text += ` ${node.getAttribute?.('alt') ?? ''} `
    const heading = headingLevel(name)
    if (!blocks.has(name) && heading === 0) return
    flush()
    if (heading > 0) level = heading
    if (name === 'LI' || name === 'DD' || name === 'DT') kind = 'listItem'
    if (name === 'PRE') preformatted += 1
    if (name === 'TABLE') writer.beginTable()
    if (name === 'TR') writer.beginRow(node.parentNode?.nodeName === 'THEAD')
    if (name === 'TD' || name === 'TH') writer.beginCell()
  }

  function leave({ nodeName: name }: HtmlNode): void {
    const heading = headingLevel(name)
    if (!blocks.has(name) && heading === 0) return
    flush()
    if (heading > 0) level = 0
    if (name === 'PRE') preformatted -= 1
    if (name === 'TD' || name === 'TH') writer.endCell()
    if (name === 'TR') writer.endRow()
    if (name === 'TABLE') writer.endTable()
  }

  let node: HtmlNode | null = root
  while (node && !writer.isFull()) {
    if (node.nodeType === textNode) text += preformatted > 0 ? node.data : oneLine(node.data ?? '')
    const goesIn: boolean = node.nodeType === elementNode && !isHidden(node)
    if (goesIn) enter(node)
    if (goesIn && node.firstChild) {
      node = node.firstChild
      continue
    }
    if (goesIn) leave(node)
    while (node && node !== root && !node.nextSibling) {
      node = node.parentNode
      if (node) leave(node)
    }
    node = node && node !== root ? node.nextSibling : null
  }
  flush()
}

function isHidden(node: HtmlNode): boolean {
  if (hidden.has(node.nodeName.toUpperCase())) return true
  const attribute = (name: string): string | null => node.getAttribute?.(name) ?? null
  return attribute('hidden') !== null || attribute('aria-hidden') === 'true'
}

function headingLevel(name: string): number {
  return /^H[1-6]$/.test(name) ? Number(name[1]) : 0
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

/** Adds the elements that browsers add themselves: the parser takes a page as it is written. */
function whole(html: string): string {
  if (/<html[\s>]/i.test(html) && /<body[\s>]/i.test(html)) return html
  const inside = html.replaceAll(/<!doctype[^>]*>|<\/?(?:html|head|body)(?:\s[^>]*)?>/gi, '')
  return `<!doctype html><html><head></head><body>${inside}</body></html>`
}
