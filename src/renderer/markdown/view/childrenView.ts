import type { BlockView } from './blockView.ts'

interface Child {
  settled: boolean
}

export interface ChildrenView<Shown extends Child> {
  /**
   * Shows the children. `partial` says that more follow at once, so that old ones in their places
   * stay.
   */
  update: (children: readonly Shown[], growing: boolean, partial?: boolean) => void
  destroy: () => void
}

export interface ChildViews<Shown> {
  /** Returns the kind of a block. A view shows blocks of one kind only. */
  kindOf: (block: Shown) => string
  create: (block: Shown) => BlockView<Shown>
  /** Kinds whose views follow one block object, and would mistake another for its growth. */
  isBoundToBlock: (block: Shown) => boolean
}

interface ShownChild<Shown> {
  kind: string
  block: Shown
  view: BlockView<Shown>
}

/**
 * Keeps elements in step with blocks that grow at their end. Blocks that have settled are never
 * looked at again, so the work of an update does not depend on how many there are.
 */
export function createChildrenView<Shown extends Child>(
  parentOf: (index: number) => Element,
  { kindOf, create, isBoundToBlock }: ChildViews<Shown>,
): ChildrenView<Shown> {
  const shown: ShownChild<Shown>[] = []
  let source: readonly Shown[] | undefined
  let settled = 0

  const show = (block: Shown, index: number, growing: boolean): void => {
    const kind = kindOf(block)
    const before = shown[index]
    if (before?.kind === kind && (before.block === block || !isBoundToBlock(block))) {
      before.block = block
      before.view.update(block, growing)
      return
    }
    const view = create(block)
    view.update(block, growing)
    shown[index] = { kind, block, view }
    if (!before) {
      parentOf(index).append(view.element)
      return
    }
    before.view.element.replaceWith(view.element)
    before.view.destroy()
  }

  return {
    update: (children, growing, partial = false) => {
      if (children !== source) settled = 0
      source = children
      const first = settled
      for (const [offset, block] of children.slice(first).entries()) {
        const isLast = first + offset === children.length - 1
        show(block, first + offset, growing && isLast && !block.settled)
      }
      if (!partial) {
        for (const { view } of shown.splice(children.length)) {
          view.element.remove()
          view.destroy()
        }
      }
      while (children[settled]?.settled) settled += 1
    },
    destroy: () => {
      for (const { view } of shown) view.destroy()
    },
  }
}
