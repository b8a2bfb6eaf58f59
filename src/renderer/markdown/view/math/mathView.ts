import type { MarkdownHost } from '../../host.ts'
import type { MathBlock } from '../../syntax/tree.ts'
import type { BlockView } from '../blockView.ts'
import { createElement } from '../createElement.ts'
import { createMath } from './createMath.ts'

/** A formula that is still being written shows its source once it is longer than this. */
const maxHiddenLength = 200

/** Creates a view of a formula on lines of its own. It is shown once it is complete. */
export function createMathView(host: MarkdownHost): BlockView<MathBlock> {
  const element = createElement('div', 'math-block')
  let shown: string | undefined
  return {
    element,
    update: ({ tex, closed }, growing) => {
      const isWhole = closed || !growing
      const key = `${isWhole}${tex}`
      if (key === shown) return
      shown = key
      if (isWhole) element.replaceChildren(createMath(tex, true, host))
      else element.replaceChildren(tex.length > maxHiddenLength ? tex : '')
    },
    destroy: () => {},
  }
}
