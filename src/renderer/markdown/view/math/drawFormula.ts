import { createElement } from '../createElement.ts'
import { spendTime } from '../drawQueue.ts'
import { setInWorker } from './setInWorker.ts'
import { hasDefinition, setFormula } from './setFormula.ts'
import type { Formula, SetFormula } from './setFormula.ts'
import { dropOldest } from '../../../../shared/dropOldest.ts'

type Katex = (typeof import('katex'))['default']

/** The elements that show a formula. */
export interface Drawing {
  content: HTMLElement
  /** The count of its elements. */
  size: number
  /** True if only the source is shown, because there was too much to draw. */
  isTooLarge: boolean
}

const maxCachedFormulas = 500
/** Longer ones are set in a worker, which can be ended; of what is shorter, nothing takes long. */
const lightLength = 240

/** In the order of their last use, the latest last. */
const drawings = new Map<string, Drawing>()
const coming = new Map<string, Promise<Drawing>>()

let katex: Katex | undefined
let loading: Promise<void> | undefined

/** Loads KaTeX, its styles and fonts, for the first text that needs them. */
export function loadKatex(): Promise<void> {
  loading ??= Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(
    ([{ default: loaded }]) => {
      katex = loaded
    },
  )
  return loading
}

export function isKatexLoaded(): boolean {
  return katex !== undefined
}

/** Returns whether it can be drawn by the page itself, without holding it up. */
export function isLight({ tex }: Formula): boolean {
  return tex.length <= lightLength && !hasDefinition(tex)
}

export function findDrawing(formula: Formula): Drawing | undefined {
  const key = keyOf(formula)
  const drawing = drawings.get(key)
  return drawing && remember(key, drawing)
}

/** Draws a light one, in the page. */
export function drawNow(formula: Formula): Drawing | undefined {
  if (!katex) return undefined
  const start = performance.now()
  const drawing = draw(formula, setFormula(formula, katex))
  spendTime(performance.now() - start)
  return remember(keyOf(formula), drawing)
}

/** Draws a heavy one, with the worker's help. */
export function drawElsewhere(formula: Formula, isWanted: () => boolean): Promise<Drawing> {
  const key = keyOf(formula)
  const known = coming.get(key)
  if (known) return known
  const drawing = setInWorker(formula, isWanted)
    .then((set) => remember(key, draw(formula, set)))
    .finally(() => coming.delete(key))
  coming.set(key, drawing)
  return drawing
}

function keyOf({ tex, display }: Formula): string {
  return `${display}${tex}`
}

function remember(key: string, drawing: Drawing): Drawing {
  drawings.delete(key)
  drawings.set(key, drawing)
  dropOldest(drawings, maxCachedFormulas)
  return drawing
}

function draw({ tex }: Formula, set: SetFormula): Drawing {
  const content = createElement('span')
  if (set !== 'tooLarge' && 'html' in set) content.innerHTML = set.html
  else content.append(sourceOf(tex, set === 'tooLarge' ? '' : set.problem))
  const size = content.getElementsByTagName('*').length
  return { content, size, isTooLarge: set === 'tooLarge' }
}

function sourceOf(tex: string, problem: string): HTMLElement {
  const source = createElement('code')
  source.append(tex)
  if (problem) source.title = problem
  return source
}
