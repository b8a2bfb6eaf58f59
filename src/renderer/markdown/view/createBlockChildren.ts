import type { Block } from '../syntax/tree.ts'
import type { BlockView } from './blockView.ts'
import { createChildrenView } from './childrenView.ts'
import type { ChildrenView } from './childrenView.ts'
import { createCodeView } from './code/codeView.ts'
import {
  createAlertView,
  createDetailsView,
  createFootnoteDefinitionView,
  createListView,
  createQuoteView,
} from './containerViews.ts'
import { createDiagramView } from './diagram/diagramView.ts'
import { createHtmlView } from './html/htmlView.ts'
import {
  createHeadingView,
  createParagraphView,
  createTableView,
  createThematicBreakView,
} from './leafViews.ts'
import { createMathView } from './math/mathView.ts'
import type { ViewContext } from './viewContext.ts'

const diagramInfo = /^mermaid(?:\s|$)/i

/** Shows blocks one below the other. */
export function createBlockChildren(
  parentOf: (index: number) => Element,
  context: ViewContext,
): ChildrenView<Block> {
  return createChildrenView<Block>(parentOf, {
    kindOf,
    create: (block) => createBlockView(block, context),
    isBoundToBlock: ({ type }) => type === 'code' || type === 'table' || type === 'details',
  })
}

/** Returns the kind. Whatever a view can't change in place is part of it. */
function kindOf(block: Block): string {
  switch (block.type) {
    case 'heading':
      return `heading ${block.level}`
    case 'list':
      return block.start === undefined ? 'bullets' : 'numbers'
    case 'alert':
      return `alert ${block.kind}`
    case 'footnoteDefinition':
      return `footnote ${block.label}`
    case 'code':
      return diagramInfo.test(block.info) ? 'diagram' : 'code'
    default:
      return block.type
  }
}

function createBlockView(block: Block, context: ViewContext): BlockView<Block> {
  // A view is only ever given blocks of the kind that it was made for.
  return createViewOfKind(block, context) as BlockView<Block>
}

function createViewOfKind(block: Block, context: ViewContext): unknown {
  const { host } = context
  switch (block.type) {
    case 'paragraph':
      return createParagraphView(context)
    case 'heading':
      return createHeadingView(context, block)
    case 'code':
      return diagramInfo.test(block.info) ? createDiagramView(host) : createCodeView(host)
    case 'list':
      return createListView(context, block)
    case 'table':
      return createTableView(context, block)
    case 'blockquote':
      return createQuoteView(context)
    case 'alert':
      return createAlertView(context, block)
    case 'details':
      return createDetailsView(context, block)
    case 'footnoteDefinition':
      return createFootnoteDefinitionView(context, block)
    case 'html':
      return createHtmlView(host)
    case 'math':
      return createMathView(host)
    case 'thematicBreak':
      return createThematicBreakView()
    case 'listItem':
      throw new Error('An item stands in a list')
  }
}
