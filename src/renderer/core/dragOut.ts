import type { DragEvent } from 'react'
import type { Attachment } from '../../shared/chat/parts.ts'
import { carryFiles } from './draggedFiles.ts'
import { attempt } from './failures.ts'
import { infoAtom, store } from './store.ts'

interface DraggedOut {
  /** Has main drag the files, while the user still holds the button. */
  drag: () => Promise<unknown>
  /**
   * Asks where to save the files, for a drop outside of the window where main can't drag any.
   * Missing for a picture that the browser drags itself.
   */
  save?: () => Promise<unknown>
  /** Returns the files, for a drop within the window where main can't drag any. */
  files?: () => readonly Attachment[]
}

interface DragHandlers {
  draggable: true
  onDragStart: (event: DragEvent) => void
  onDragEnd: (event: DragEvent) => void
}

/** Returns the attributes of an element that can be dragged out of the window as files. */
export function dragOut({ drag, save, files }: DraggedOut): DragHandlers {
  return {
    draggable: true,
    onDragStart(event) {
      if (store.get(infoAtom)?.runtime === 'electron') {
        // The system's own drag takes the place of the browser's.
        event.preventDefault()
        attempt(drag())
      } else if (files) carryFiles(event.dataTransfer, files())
    },
    onDragEnd(event) {
      if (save && event.dataTransfer.dropEffect === 'none' && isOutside(event)) attempt(save())
    },
  }
}

function isOutside({ clientX, clientY }: DragEvent): boolean {
  return clientX < 0 || clientY < 0 || clientX > innerWidth || clientY > innerHeight
}
