import type { MountRenderer, RendererName } from './renderer.ts'

/** Loads one renderer with its styles, without the others. */
export async function loadRenderer(name: RendererName): Promise<MountRenderer> {
  switch (name) {
    case 'parley':
      return (await import('./parley.ts')).mountParley
    case 'streamdown':
      return (await import('../../../rivals/renderers/streamdown.tsx')).mountStreamdown
    case 'react-markdown':
      return (await import('../../../rivals/renderers/reactMarkdown.tsx')).mountReactMarkdown
    case 'marked':
      return (await import('../../../rivals/renderers/markedBlocks.tsx')).mountMarkedBlocks
  }
}
