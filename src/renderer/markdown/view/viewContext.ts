import type { MarkdownHost } from '../host.ts'
import type { Block } from '../syntax/tree.ts'
import type { ChildrenView } from './childrenView.ts'
import type { Footnotes } from './footnotes.ts'
import type { References } from './references.ts'

/** The parts that all views of one document share. */
export interface ViewContext {
  host: MarkdownHost
  references: References
  footnotes: Footnotes
  /** Shows blocks one below the other, in the element for each index. */
  createChildren: (parentOf: (index: number) => Element) => ChildrenView<Block>
}
