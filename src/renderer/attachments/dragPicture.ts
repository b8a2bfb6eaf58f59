import type { Attachment } from '../../shared/chat/parts.ts'
import { api } from '../core/bridge.ts'
import { dragOut } from '../core/dragOut.ts'

/** Returns the attributes of an element that drags a picture of a chat out of the window. */
export function dragPicture({ id, name }: Attachment): ReturnType<typeof dragOut> {
  return dragOut({ drag: () => api.attachments.drag({ id, name }) })
}
