import './math.css'
import { drawLater } from '../../drawnLater.ts'
import type { MarkdownHost } from '../../host.ts'
import { createElement } from '../createElement.ts'
import { hasTime, queueDrawing, takeElements } from '../drawQueue.ts'
import { drawElsewhere, drawNow, findDrawing, isKatexLoaded, isLight } from './drawFormula.ts'
import { loadKatex } from './drawFormula.ts'
import type { Drawing } from './drawFormula.ts'

/**
 * Creates a formula. It shows its source until it is drawn, or if it can't be. `data-tex` holds the
 * source for copying. Formulas that take long are drawn in later frames.
 */
export function createMath(tex: string, display: boolean, host: MarkdownHost): HTMLElement {
  const element = createElement('span', display ? 'math math-display' : 'math')
  element.dataset['tex'] = tex
  element.dir = 'ltr'
  element.append(tex)
  const formula = { tex, display }

  const show = (drawing: Drawing): boolean => {
    if (!takeElements(drawing.size)) return true
    put(element, drawing, display, host)
    return false
  }
  const begin = (): boolean => {
    const known = findDrawing(formula)
    if (known) return show(known)
    if (isLight(formula)) {
      const drawn = hasTime() ? drawNow(formula) : undefined
      return drawn ? show(drawn) : true
    }
    const wasConnected = element.isConnected
    void drawLater(
      drawElsewhere(formula, () => element.isConnected || !wasConnected).then(
        (drawn) => queueDrawing(() => show(drawn)),
        (error: unknown) => console.warn('A formula was not drawn', error),
      ),
    )
    return false
  }

  if (isKatexLoaded()) queueDrawing(begin)
  else {
    void drawLater(
      loadKatex().then(
        () => queueDrawing(begin),
        (error: unknown) => console.error('Formulas could not be loaded', error),
      ),
    )
  }
  return element
}

function put(
  element: HTMLElement,
  { content, isTooLarge }: Drawing,
  display: boolean,
  { labels }: MarkdownHost,
): void {
  element.replaceChildren(...content.cloneNode(true).childNodes)
  if (isTooLarge) {
    const note = createElement('span', 'math-note')
    note.append(labels.formulaTooLarge)
    element.append(note)
  }
  // A wide one scrolls by itself, and so has to take the focus.
  if (!display) return
  element.role = 'group'
  element.ariaLabel = labels.formula
  element.tabIndex = 0
}
