import { cutAtGrapheme } from '../syntax/inlines/cutAtGrapheme.ts'
import { parseInlines } from '../syntax/inlines/parseInlines.ts'
import { createInlineView } from './inlineView.ts'
import { isTooHeavy } from './isTooHeavy.ts'
import { createPlainText, plainLength } from './plainText.ts'
import type { Referrer } from './references.ts'
import type { ViewContext } from './viewContext.ts'

export interface TextView {
  update: (text: string, growing: boolean) => void
  destroy: () => void
}

/** Shows the text of a leaf in an element. It is read again only when something has changed. */
export function createTextView(element: HTMLElement, context: ViewContext): TextView {
  let text: string | undefined
  let growing = false
  let edition = context.references.edition()
  let plain: ReturnType<typeof createPlainText> | undefined
  let inlines: ReturnType<typeof createInlineView> | undefined

  const show = (): void => {
    const visible = growing ? cutAtGrapheme(text ?? '') : (text ?? '')
    const isLong = visible.length >= plainLength
    const read = isLong
      ? []
      : parseInlines(visible, context.references.contextFor(referrer, growing))
    if (isLong || isTooHeavy(read)) {
      inlines?.update([])
      plain ??= createPlainText(element)
      plain.update(visible)
      return
    }
    plain?.update('')
    inlines ??= createInlineView(element, context)
    inlines.update(read)
  }
  const referrer: Referrer = { reread: show }

  return {
    update: (nextText, nextGrowing) => {
      const nextEdition = context.references.edition()
      if (nextText === text && nextGrowing === growing && nextEdition === edition) return
      if (nextGrowing !== growing) element.toggleAttribute('data-growing', nextGrowing)
      text = nextText
      growing = nextGrowing
      edition = nextEdition
      show()
    },
    destroy: () => {
      context.references.forget(referrer)
      inlines?.destroy()
    },
  }
}
