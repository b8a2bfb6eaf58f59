import './html.css'
import { drawLater } from '../../drawnLater.ts'
import type { MarkdownHost } from '../../host.ts'
import { safeAddress } from '../../safeAddress.ts'
import type { HtmlBlock } from '../../syntax/tree.ts'
import type { BlockView } from '../blockView.ts'
import { createElement } from '../createElement.ts'
import { hasTime, queueDrawing, spendTime, takeElements } from '../drawQueue.ts'
import { createImage } from '../image/createImage.ts'
import { makeDetailsSwitchable } from '../kept/switchable.ts'
import { boundHtml, countTags, isTooMuchHtml } from './boundHtml.ts'
import { inlineNames } from './pairTags.ts'
import { keepWrittenTags } from './writtenTags.ts'

type Purify = (typeof import('dompurify'))['default']

const blockNames = [
  ...['a', 'blockquote', 'caption', 'col', 'colgroup', 'dd', 'details', 'div', 'dl', 'dt', 'hr'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'img', 'li', 'ol', 'p', 'pre', 'summary', 'table'],
  ...['tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'ul'],
]
const plainAttributes = ['align', 'alt', 'colspan', 'dir', 'open', 'rowspan', 'start']

let purify: Purify | undefined
let loading: Promise<void> | undefined

function loadPurify(): Promise<void> {
  loading ??= import('dompurify').then(({ default: loaded }) => {
    loaded.setConfig({
      IN_PLACE: true,
      ALLOWED_TAGS: [...inlineNames, ...blockNames],
      ALLOWED_ATTR: [...plainAttributes, 'href', 'src'],
      // Any other has to look like an address.
      ADD_URI_SAFE_ATTR: plainAttributes,
      ALLOW_ARIA_ATTR: false,
      ALLOW_DATA_ATTR: false,
      ALLOWED_URI_REGEXP: /^(?:https?|mailto):|^\/attachments\/|^data:image\//i,
    })
    purify = loaded
  })
  return loading
}

/**
 * Creates a block of raw HTML, of which only what is harmless is left. Half a block shows nothing.
 */
export function createHtmlView(host: MarkdownHost): BlockView<HtmlBlock> {
  const element = createElement('div', 'html-block')
  let html: string | undefined

  const show = (loaded: Purify): void => {
    if (html !== undefined) element.replaceChildren(...sanitize(html, loaded, host))
  }
  /** Blocks that have waited for the library come a few a frame. */
  const showInTurn = (): boolean => {
    if (!hasTime() || !takeElements(countTags(html ?? ''))) return true
    const start = performance.now()
    if (purify) show(purify)
    spendTime(performance.now() - start)
    return false
  }
  const showSource = (error: unknown): void => {
    console.error('HTML could not be cleaned', error)
    if (html !== undefined) element.replaceChildren(html)
  }

  return {
    element,
    update: (block, growing) => {
      if (growing || block.html === html) return
      html = block.html
      if (isTooMuchHtml(html)) element.replaceChildren(html)
      else if (purify) show(purify)
      else void drawLater(loadPurify().then(() => queueDrawing(showInTurn), showSource))
    },
    destroy: () => {
      html = undefined
    },
  }
}

/**
 * The library walks each block with iterators. Until they are collected as garbage, Chromium asks
 * each one at every removal of a node from their document, so many blocks in one document would
 * cost the square of their number.
 */
const blocksPerDocument = 64
/** A document without a window: nothing in it runs or is fetched. */
let inert: Document | undefined
let blocksLeft = 0

function takeDocument(): Document {
  if (!inert || blocksLeft === 0) {
    inert = document.implementation.createHTMLDocument('')
    blocksLeft = blocksPerDocument
  }
  blocksLeft -= 1
  return inert
}

/**
 * Returns the nodes of cleaned HTML, or its source where it can't be cleaned. The nodes are parsed
 * and cleaned once: text that is parsed again may turn out to be something else. A document for
 * each block, as the library makes of a text, would take three times as long.
 */
function sanitize(html: string, loaded: Purify, host: MarkdownHost): Iterable<string | ChildNode> {
  const owner = takeDocument()
  const root = owner.createElement('div')
  root.innerHTML = keepWrittenTags(html, owner)
  try {
    loaded.sanitize(root)
  } catch (error) {
    console.error('HTML could not be cleaned', error)
    return [html]
  }
  boundHtml(root)
  for (const link of root.querySelectorAll('a')) cleanLink(link)
  for (const details of root.querySelectorAll('details')) makeDetailsSwitchable(details)
  for (const image of root.querySelectorAll('img')) {
    const source = image.getAttribute('src') ?? ''
    const isLinked = image.closest('a[href]') !== null
    image.replaceWith(createImage({ source, title: '', alternative: image.alt, isLinked }, host))
  }
  for (const aligned of root.querySelectorAll<HTMLElement>('[align]')) align(aligned)
  return Array.from(root.childNodes)
}

function cleanLink(link: HTMLAnchorElement): void {
  const address = safeAddress(link.getAttribute('href') ?? undefined)
  if (address === undefined) link.removeAttribute('href')
  else {
    link.href = address
    link.rel = 'noreferrer'
  }
}

const alignments: Record<string, string> = { left: 'start', center: 'center', right: 'end' }

function align(element: HTMLElement): void {
  const alignment = alignments[element.getAttribute('align')?.toLowerCase() ?? '']
  element.removeAttribute('align')
  if (alignment) element.style.textAlign = alignment
}
