import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { MountRenderer } from './renderer.ts'

/** Mounts a React component, and renders it again with each new text. */
export const mountReact =
  (render: (text: string, streaming: boolean) => ReactNode): MountRenderer =>
  (parent) => {
    const root = createRoot(parent)
    return {
      update: (text, streaming) => root.render(render(text, streaming)),
      destroy: () => root.unmount(),
    }
  }
