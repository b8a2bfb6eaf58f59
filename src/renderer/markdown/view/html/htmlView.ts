import './html.css'
import { drawLater } from '../../drawnLater.ts'
import type { MarkdownHost } from '../../host.ts'
import { safeAddress } from '../../safeAddress.ts'
import type { HtmlBlock } from '../../syntax/tree.ts'
import type { BlockView } from '../blockView.ts'
import { createElement } from '../createElement.ts'
import { createImage } from '../image/createImage.ts'
import { makeDetailsSwitchable } from '../kept/switchable.ts'
import { boundHtml, isTooMuchHtml } from './boundHtml.ts'
import { inlineNames } from './pairTags.ts'

type Purify = (typeof import('dompurify'))['default']

const blockNames = [
  ...['a', 'blockquote', 'caption', 'col', 'colgroup', 'dd', 'details', 'div', 'dl', 'dt', 'hr'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'img', 'li', 'ol', 'p', 'pre', 'summary', 'table'],
  ...['tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'ul'],
]
const plainAttributes = ['align', 'alt', 'colspan', 'dir', 'open', 'rowspan', 'start']

let purify: Purify | undefined
let loading: Promise<Purify> | undefined

function loadPurify(): Promise<Purify> {
  loading ??= import('dompurify').then(({ default: loaded }) => {
    purify = loaded
    return loaded
  })
  return loading
}

/** Raw HTML, of which only what is harmless is left. Nothing is shown of half a block. */
export function createHtmlView(host: MarkdownHost): BlockView<HtmlBlock> {
  const element = createElement('div', 'html-block')
  let html: string | undefined

  const show = (loaded: Purify): void => {
    if (html !== undefined) element.replaceChildren(sanitize(html, loaded, host) ?? html)
  }

  return {
    element,
    update: (block, growing) => {
      if (growing || block.html === html) return
      html = block.html
      if (isTooMuchHtml(html)) element.replaceChildren(html)
      else if (purify) show(purify)
      else {
        void drawLater(
          loadPurify()
            .then(show)
            .catch((error: unknown) => {
              console.error('HTML could not be cleaned', error)
              if (html !== undefined) element.replaceChildren(html)
            }),
        )
      }
    },
    destroy: () => {
      html = undefined
    },
  }
}

/** Behind this a `<frameset>` no longer takes the place of the whole body. */
const bodyStart = '<wbr>'

/**
 * Cleaned once, to nodes: text that is parsed again may turn out to be something else. Undefined
 * where it makes a document that has no body.
 */
function sanitize(html: string, loaded: Purify, host: MarkdownHost): DocumentFragment | undefined {
  const fragment: DocumentFragment | null = loaded.sanitize(bodyStart + html, {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: [...inlineNames, ...blockNames],
    ALLOWED_ATTR: [...plainAttributes, 'href', 'src'],
    // Any other has to look like an address.
    ADD_URI_SAFE_ATTR: plainAttributes,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?|mailto):|^\/attachments\/|^data:image\//i,
  })
  if (!fragment) return undefined
  fragment.firstChild?.remove()
  boundHtml(fragment)
  for (const link of fragment.querySelectorAll('a')) cleanLink(link)
  for (const details of fragment.querySelectorAll('details')) makeDetailsSwitchable(details)
  for (const image of fragment.querySelectorAll('img')) {
    const source = image.getAttribute('src') ?? ''
    const isLinked = image.closest('a[href]') !== null
    image.replaceWith(createImage({ source, title: '', alternative: image.alt, isLinked }, host))
  }
  for (const aligned of fragment.querySelectorAll<HTMLElement>('[align]')) align(aligned)
  return fragment
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
