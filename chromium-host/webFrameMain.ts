import type { PageDocument } from './pageLink.ts'
import { codec } from './codec.ts'
import { detach, type MessagePortMain } from './messagePortMain.ts'
import { strict } from './strict.ts'

export interface FrameMain {
  readonly url: string
  readonly origin: string
  readonly parent: null
  readonly top: FrameMain
  readonly processId: number
  readonly routingId: number
  readonly frameTreeNodeId: number
  isDestroyed(): boolean
  send(channel: string, ...args: unknown[]): void
  postMessage(channel: string, message: unknown, transfer?: readonly MessagePortMain[]): void
}

/** Creates Electron's WebFrameMain of the main frame, valid while it shows this document. */
export function createFrameMain(
  document: PageDocument,
  ids: { processId: number; routingId: number },
  toAppUrl: (url: string) => string,
): FrameMain & { dispose(): void } {
  let destroyed = false
  const frame = strict('WebFrameMain', {
    ...ids,
    frameTreeNodeId: ids.processId,
    parent: null,
    get url() {
      return toAppUrl(document.url)
    },
    get origin() {
      return toAppUrl(document.origin)
    },
    get top(): FrameMain {
      return frame
    },
    isDestroyed: () => destroyed,
    dispose: () => {
      destroyed = true
    },
    send: (channel: string, ...args: unknown[]) =>
      document.link.send({ type: 'event', channel, args: codec.encode(args), ports: [] }),
    postMessage: (channel: string, message: unknown, transfer: readonly MessagePortMain[] = []) => {
      const args = codec.encode([message])
      const ports = document.link.sendPorts(transfer.map(detach))
      document.link.send({ type: 'event', channel, args, ports })
    },
  })
  return frame
}
