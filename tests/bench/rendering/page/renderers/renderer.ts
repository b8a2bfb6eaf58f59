/** One way to show Markdown that grows, mounted into an element of the page. */
export interface Renderer {
  /** The whole text so far; `streaming` says that more may follow. */
  update: (text: string, streaming: boolean) => void
  destroy: () => void
}

export type MountRenderer = (parent: HTMLElement) => Renderer

export const rendererNames = ['parley', 'streamdown', 'react-markdown', 'marked'] as const
export type RendererName = (typeof rendererNames)[number]
