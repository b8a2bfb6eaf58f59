import type { ContentsHost } from './contentsHost.ts'
import { dispatchIpc } from './ipcDispatch.ts'
import type { FromPage } from './page/pageMessage.ts'
import type { PageDocument } from './pageLink.ts'
import { createFrameMain, type FrameMain } from './webFrameMain.ts'

/** A document's message about its window, as opposed to messages for main's listeners. */
export type PageSignal = Exclude<
  FromPage,
  { type: 'hello' | 'send' | 'invoke' | 'post' | 'port' | 'portClosed' | 'ask' }
>

export interface PageDocuments {
  /** Returns the current document of the main frame; undefined unless it is one of the app's. */
  document(): PageDocument | undefined
  frame(): FrameMain | undefined
  receive(document: PageDocument, message: FromPage): void
  gone(document: PageDocument): void
  /** Ends the current document before Chromium reports it. */
  leave(): void
}

let lastRoutingId = 0

/** Follows the documents of the main frame and forwards their messages. */
export function createPageDocuments(
  contents: { readonly id: number },
  host: ContentsHost,
  listener: {
    adopted(document: PageDocument): void
    signalled(message: PageSignal): void
  },
): PageDocuments {
  let document: PageDocument | undefined
  let frame: (FrameMain & { dispose(): void }) | undefined

  const leave = (): void => {
    document?.link.dispose()
    frame?.dispose()
    document = undefined
    frame = undefined
  }

  const adopt = (next: PageDocument): void => {
    leave()
    document = next
    const ids = { processId: contents.id, routingId: ++lastRoutingId }
    frame = createFrameMain(next, ids, host.protocol.toAppUrl)
    next.link.send({ type: 'accelerators', keys: host.acceleratorKeys() })
    listener.adopted(next)
  }

  const ask = (asking: PageDocument, message: FromPage & { type: 'ask' }): void => {
    const { permission, details, id } = message
    const topOrigin = document?.origin ?? asking.origin
    const answer = (): void => asking.link.send({ type: 'verdict', id })
    void host.session
      .ask(contents, asking, topOrigin, permission, details)
      .then(answer, (error: unknown) => {
        answer()
        throw error
      })
  }

  return {
    document: () => document,
    frame: () => frame,
    leave,
    gone: (past) => {
      if (past === document) leave()
    },
    receive: (from, message) => {
      if (message.type === 'ask') return ask(from, message)
      if (message.type === 'preloadError') return listener.signalled(message)
      if (!from.isMainFrame) return
      if (message.type === 'hello') return adopt(from)
      if (from !== document || !frame) return
      switch (message.type) {
        case 'send':
        case 'invoke':
        case 'post':
          return dispatchIpc(host.ipcMain, contents, frame, from, message)
        case 'port':
          return from.link.deliverToPort(message.port, message.post)
        case 'portClosed':
          return from.link.portClosed(message.port)
        default:
          listener.signalled(message)
      }
    },
  }
}
