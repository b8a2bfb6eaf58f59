import type { CdpSession } from './cdp.ts'
import { createLocalEnd, entangle, type LocalEnd, type PortEnd } from './messagePortMain.ts'
import type { PortPost, ToPage } from './page/pageMessage.ts'

/**
 * Main's side of a document's preload world: sends ordered batches and owns the document's ports.
 */
export interface DocumentLink {
  send(message: ToPage): void
  /** Transfers ports to the document. Returns their ids there. */
  sendPorts(ends: readonly LocalEnd[]): number[]
  /** Takes over ports that the document transferred under these ids. */
  receivePorts(ids: readonly number[]): LocalEnd[]
  deliverToPort(port: number, post: PortPost): void
  portClosed(port: number): void
  /** Closes the ports of a document that is gone. */
  dispose(): void
}

export function createDocumentLink(
  session: CdpSession,
  contextId: number,
  inbox: string,
): DocumentLink {
  const ports = new Map<number, PortEnd>()
  let lastPort = 0
  let batch: ToPage[] = []
  let sentThisTurn = false
  let disposed = false

  const flush = (): void => {
    const text = JSON.stringify(batch)
    batch = []
    session.tell('Runtime.callFunctionOn', {
      functionDeclaration: `function(text){globalThis[${JSON.stringify(inbox)}](text)}`,
      executionContextId: contextId,
      arguments: [{ value: text }],
      silent: true,
    })
  }
  // The first message of a turn goes at once, because main may be busy after it; the others
  // share a batch.
  const send = (message: ToPage): void => {
    if (disposed) return
    batch.push(message)
    if (sentThisTurn) return
    sentThisTurn = true
    flush()
    setImmediate(() => {
      sentThisTurn = false
      if (batch.length > 0) flush()
    })
  }

  const remoteEnd = (id: number): PortEnd => {
    // The message that carries the port itself must arrive first, and is sent in this turn.
    let waiting: (() => void)[] | undefined = []
    setImmediate(() => {
      for (const act of waiting ?? []) act()
      waiting = undefined
    })
    const inOrder = (act: () => void): void => {
      if (waiting) waiting.push(act)
      else act()
    }
    const end: PortEnd = {
      peer: undefined,
      deliver: ({ data, ends }) =>
        inOrder(() => send({ type: 'port', port: id, post: { data, ports: sendPorts(ends) } })),
      peerClosed: () =>
        inOrder(() => {
          if (ports.delete(id)) send({ type: 'portClosed', port: id })
        }),
    }
    ports.set(id, end)
    return end
  }

  const sendPorts = (ends: readonly LocalEnd[]): number[] =>
    ends.map((end) => {
      lastPort += 2
      const remote = remoteEnd(lastPort)
      if (end.peer) entangle(remote, end.peer)
      end.readBy(remote)
      return lastPort
    })

  const receivePorts = (ids: readonly number[]): LocalEnd[] =>
    ids.map((id) => {
      const end = createLocalEnd()
      entangle(end, remoteEnd(id))
      return end
    })

  const close = (id: number): void => {
    const end = ports.get(id)
    ports.delete(id)
    end?.peer?.peerClosed()
  }

  return {
    send,
    sendPorts,
    receivePorts,
    deliverToPort: (id, post) => {
      ports.get(id)?.peer?.deliver({ data: post.data, ends: receivePorts(post.ports) })
    },
    portClosed: close,
    dispose: () => {
      disposed = true
      for (const id of [...ports.keys()]) close(id)
    },
  }
}
