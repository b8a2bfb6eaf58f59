/** A renderer of growing Markdown, mounted in an element. */
export interface Renderer {
  /** Shows the whole text so far. `streaming` means that more may follow. */
  update: (text: string, streaming: boolean) => void
  destroy: () => void
}

export type MountRenderer = (parent: HTMLElement) => Renderer

export const rendererNames = ['parley', 'streamdown', 'react-markdown', 'marked'] as const
export type RendererName = (typeof rendererNames)[number]
