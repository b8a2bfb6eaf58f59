/** One way to show Markdown that grows, mounted into an element of the page. */
export interface Renderer {
  /** The whole text so far; `streaming` says that more may follow. */
  update: (text: string, streaming: boolean) => void
  destroy: () => void
}

export type MountRenderer = (parent: HTMLElement) => Renderer

export const rendererNames = ['parley', 'streamdown', 'react-markdown', 'marked'] as const
export type RendererName = (typeof rendererNames)[number]

/** Loads one renderer with its styles, and nothing of the others. */
export async function loadRenderer(name: RendererName): Promise<MountRenderer> {
  switch (name) {
    case 'parley':
      return (await import('./parley.ts')).mountParley
    case 'streamdown':
      return (await import('./streamdown.tsx')).mountStreamdown
    case 'react-markdown':
      return (await import('./reactMarkdown.tsx')).mountReactMarkdown
    case 'marked':
      return (await import('./markedBlocks.tsx')).mountMarkedBlocks
  }
}
