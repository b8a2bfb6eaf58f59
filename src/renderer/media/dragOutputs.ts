import type { MediaOutput } from '../../shared/media/media.ts'
import { outputFileName } from '../../shared/media/outputFileName.ts'
import { api } from '../core/bridge.ts'
import { dragOut } from '../core/dragOut.ts'

/** Returns the attributes of an element that drags outputs out of the window, as they are stored. */
export function dragOutputs(outputs: () => readonly MediaOutput[]): ReturnType<typeof dragOut> {
  const ids = (): string[] => outputs().map(({ id }) => id)
  return dragOut({
    drag: () => api.media.drag({ ids: ids() }),
    save: () => api.media.save({ ids: ids(), as: 'original' }),
    files: () =>
      outputs().map((output) => {
        const { fileId, mediaType, sizeBytes } = output
        return { id: fileId, name: outputFileName(output), mediaType, sizeBytes }
      }),
  })
}
