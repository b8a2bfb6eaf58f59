import type { MarkdownHost } from '../../host.ts'
import { createElement } from '../createElement.ts'

type Katex = (typeof import('katex'))['default']

const cacheMaximum = 500
/** Longer formulas stay source: KaTeX takes about 80 ms for 1,000 characters. */
const lengthMaximum = 5000
/** Deeper ones do too: laying out a thousand elements in each other ends the page's process. */
const depthMaximum = 250
const definition = /\\(?:[egx]?def|(?:re)?newcommand|providecommand)(?![a-zA-Z])/
const rendered = new Map<string, HTMLElement>()

let katex: Katex | undefined
let loading: Promise<Katex> | undefined

/** KaTeX, its styles and fonts come only with a text that needs them. */
function loadKatex(): Promise<Katex> {
  loading ??= Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(
    ([{ default: loaded }]) => {
      katex = loaded
      return loaded
    },
  )
  return loading
}

/**
 * A formula. Until KaTeX is there, and where it finds an error, it is its source; `data-tex` holds
 * that in any case, for whoever copies it.
 */
export function createMath(tex: string, display: boolean, host: MarkdownHost): HTMLElement {
  const element = createElement('span', display ? 'math math-display' : 'math')
  element.dataset['tex'] = tex
  element.dir = 'ltr'
  if (katex) {
    render(element, tex, display, katex, host)
    return element
  }
  element.append(tex)
  loadKatex().then(
    (loaded) => render(element, tex, display, loaded, host),
    (error: unknown) => console.error('Formulas could not be loaded', error),
  )
  return element
}

function render(
  element: HTMLElement,
  tex: string,
  display: boolean,
  loaded: Katex,
  { labels }: MarkdownHost,
): void {
  const key = `${display}${tex}`
  const known = rendered.get(key) ?? set(tex, display, loaded)
  rendered.delete(key)
  rendered.set(key, known)
  const [oldest] = rendered.keys()
  if (rendered.size > cacheMaximum && oldest !== undefined) rendered.delete(oldest)
  element.replaceChildren(...known.cloneNode(true).childNodes)
  // A wide one scrolls by itself, and so has to take the focus.
  if (!display) return
  element.role = 'group'
  element.ariaLabel = labels.formula
  element.tabIndex = 0
}

function set(tex: string, display: boolean, loaded: Katex): HTMLElement {
  if (tex.length > lengthMaximum) return showSource(tex)
  const element = createElement('span')
  try {
    loaded.render(tex, element, {
      displayMode: display,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: expansionsMaximum(tex),
      maxSize: 20,
    })
  } catch (error) {
    return showSource(tex, error instanceof Error ? error.message : '')
  }
  return isDeeperThan(depthMaximum, element) ? showSource(tex) : element
}

function showSource(tex: string, problem = ''): HTMLElement {
  const element = createElement('span')
  const source = createElement('code')
  source.append(tex)
  if (problem) source.title = problem
  element.append(source)
  return element
}

/** A macro of its own can be about as long as the formula, so its uses are bounded by that. */
function expansionsMaximum(tex: string): number {
  return definition.test(tex) ? Math.floor(lengthMaximum / tex.length) : 500
}

function isDeeperThan(levels: number, element: Element): boolean {
  if (levels === 0) return true
  return [...element.children].some((child) => isDeeperThan(levels - 1, child))
}
