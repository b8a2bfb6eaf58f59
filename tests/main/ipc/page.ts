import { EventEmitter } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { MessagePortMain, WebFrameMain } from 'electron'
import { ACKNOWLEDGED, type StreamMessage } from '../../../src/shared/ipc/wire.ts'
import type { Asking } from '../../../src/main/ipc/service.ts'

const ownPage = 'app://parley/index.html'

export function isOwnPage(url: string): boolean {
  return url === ownPage
}

export function asking(url = ownPage, options: { frame?: boolean } = {}): Asking {
  const frame = { url, parent: options.frame ? {} : null } as WebFrameMain
  return { sender: { id: 7 }, senderFrame: frame }
}

/** Returns a worker thread's port with Electron's events: structured clone and close are real. */
function toMain(port: MessagePort): MessagePortMain {
  const events = new EventEmitter() as MessagePortMain
  port.on('message', (data: unknown) => events.emit('message', { data, ports: [] }))
  port.on('close', () => events.emit('close'))
  return Object.assign(events, {
    start: () => {
      port.start()
    },
    close: () => {
      port.close()
    },
    postMessage: (message: unknown) => {
      port.postMessage(message)
    },
  })
}

export interface PagePort {
  main: MessagePortMain
  messages: StreamMessage[]
  frames: () => unknown[]
  ended: Promise<StreamMessage>
  close: () => void
  acknowledge: () => void
}

/** Opens the page's end of a stream. With `acknowledges` it keeps up, like the preload script. */
export function openPort({ acknowledges = true } = {}): PagePort {
  const { port1, port2 } = new MessageChannel()
  const messages: StreamMessage[] = []
  const ended = new Promise<StreamMessage>((resolve) => {
    port1.on('message', (message: StreamMessage) => {
      messages.push(message)
      if (message.type !== 'frames') resolve(message)
      else if (acknowledges) port1.postMessage(ACKNOWLEDGED)
    })
  })
  return {
    main: toMain(port2),
    messages,
    frames: () => messages.flatMap((message) => (message.type === 'frames' ? message.frames : [])),
    ended,
    close: () => {
      port1.close()
    },
    acknowledge: () => {
      port1.postMessage(ACKNOWLEDGED)
    },
  }
}
