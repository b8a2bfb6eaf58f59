import { api } from '../core/bridge.ts'
import { dragOut } from '../core/dragOut.ts'

/** Returns the attributes of an element that drags outputs out of the window, as they are stored. */
export function dragOutputs(ids: () => readonly string[]): ReturnType<typeof dragOut> {
  return dragOut({
    drag: () => api.media.drag({ ids: [...ids()] }),
    save: () => api.media.save({ ids: [...ids()], as: 'original' }),
  })
}
