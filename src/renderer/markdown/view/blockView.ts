/** Shows one block, and follows it as it grows. */
export interface BlockView<Shown> {
  readonly element: HTMLElement
  /**
   * Shows a block. `growing` says that more may be added to it. Called again only while it is
   * unsettled.
   */
  update: (block: Shown, growing: boolean) => void
  /** Stops all work in the background. The caller removes the element. */
  destroy: () => void
}
