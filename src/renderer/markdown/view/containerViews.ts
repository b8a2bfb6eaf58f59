import type {
  Alert,
  Block,
  Blockquote,
  Details,
  FootnoteDefinition,
  List,
  ListItem,
} from '../syntax/tree.ts'
import { alertIcon } from './alertIcon.ts'
import type { BlockView } from './blockView.ts'
import { createChildParts } from './childParts.ts'
import { createChildrenView } from './childrenView.ts'
import { createElement } from './createElement.ts'
import type { NoteCopy } from './footnotes.ts'
import { makeDetailsSwitchable } from './kept/switchable.ts'
import { numberList } from './numberList.ts'
import { setDirection } from './setDirection.ts'
import { createTextView } from './textView.ts'
import type { ViewContext } from './viewContext.ts'

export function createQuoteView(context: ViewContext): BlockView<Blockquote> {
  return createHolderView(createElement('blockquote'), context)
}

function createHolderView<Shown extends { children: Block[] }>(
  element: HTMLElement,
  context: ViewContext,
): BlockView<Shown> {
  const parts = createChildParts(element)
  const children = context.createChildren(parts.parentOf)
  return {
    element,
    update: (block, growing) => {
      children.update(block.children, growing)
      parts.keepFor(block.children.length)
      setDirection(element, block.children.length)
    },
    destroy: children.destroy,
  }
}

export function createAlertView(context: ViewContext, { kind }: Alert): BlockView<Alert> {
  const element = createElement('div', `alert alert-${kind}`)
  element.role = 'note'
  const title = createElement('p', 'alert-title')
  title.append(alertIcon(kind), context.host.labels.alerts[kind])
  element.append(title)
  return createHolderView(element, context)
}

export function createDetailsView(context: ViewContext, block: Details): BlockView<Details> {
  const element = createElement('details')
  element.open = block.open
  makeDetailsSwitchable(element)
  const summary = createElement('summary')
  element.append(summary)
  const summaryText = createTextView(summary, context)
  const { update, destroy } = createHolderView<Details>(element, context)
  return {
    element,
    update: (next, growing) => {
      summaryText.update(next.summary || context.host.labels.details, false)
      update(next, growing)
    },
    destroy: () => {
      summaryText.destroy()
      destroy()
    },
  }
}

export function createListView(context: ViewContext, { start }: List): BlockView<List> {
  const element = createElement(start === undefined ? 'ul' : 'ol')
  const parts = createChildParts(element)
  const children = createChildrenView<ListItem>(parts.parentOf, {
    kindOf: () => 'listItem',
    create: () => createItemView(context),
    isBoundToBlock: () => false,
  })
  return {
    element,
    update: (list, growing) => {
      element.className = list.tight ? 'tight' : 'loose'
      children.update(list.children, growing)
      parts.keepFor(list.children.length)
      if (element instanceof HTMLOListElement) {
        numberList(element, { start: list.start ?? 1, count: list.children.length, parts })
      }
      setDirection(element, list.children.length)
    },
    destroy: children.destroy,
  }
}

function createItemView(context: ViewContext): BlockView<ListItem> {
  const element = createElement('li')
  const parts = createChildParts(element)
  const children = context.createChildren(parts.parentOf)
  let box: HTMLElement | undefined
  return {
    element,
    update: ({ task, children: blocks }, growing) => {
      if (task && !box) {
        box = createTaskBox()
        element.className = 'task'
        element.prepend(box)
      } else if (!task && box) {
        box.remove()
        box = undefined
        element.removeAttribute('class')
      }
      if (box && task) setTask(box, task, context)
      children.update(blocks, growing)
      parts.keepFor(blocks.length)
    },
    destroy: children.destroy,
  }
}

/** No input: every two seconds Chromium walks all inputs of a page to keep their states. */
function createTaskBox(): HTMLElement {
  const box = createElement('span', 'task-box')
  box.role = 'checkbox'
  box.ariaDisabled = 'true'
  return box
}

function setTask(box: HTMLElement, task: 'open' | 'done', { host }: ViewContext): void {
  box.ariaChecked = String(task === 'done')
  box.ariaLabel = task === 'done' ? host.labels.taskDone : host.labels.taskOpen
}

/** Creates an empty view: the note is listed at the end of the text. */
export function createFootnoteDefinitionView(
  context: ViewContext,
  { label }: FootnoteDefinition,
): BlockView<FootnoteDefinition> {
  const element = createElement('div', 'footnote-definition')
  element.hidden = true
  const item = createElement('li')
  const { element: note, update, destroy } = createNoteView(context)
  item.append(note)
  return {
    element,
    update: (block, growing) => {
      update(block, growing)
      if (block.settled) context.footnotes.define(label, item, () => copyNote(block, context))
    },
    destroy: () => {
      context.footnotes.undefine(label, item)
      destroy()
    },
  }
}

function createNoteView(context: ViewContext): BlockView<FootnoteDefinition> {
  return createHolderView(createElement('div', 'footnote'), context)
}

function copyNote(block: FootnoteDefinition, context: ViewContext): NoteCopy {
  const { element, update, destroy } = createNoteView(context)
  update(block, false)
  return { element, destroy }
}
