import { codec, decodeReceived } from './codec.ts'
import type { IpcMain } from './ipcMain.ts'
import { MessagePortMain } from './messagePortMain.ts'
import type { FromPage } from './page/pageMessage.ts'
import type { PageDocument } from './pageLink.ts'
import type { FrameMain } from './webFrameMain.ts'

type IpcMessage = Extract<FromPage, { type: 'send' | 'invoke' | 'post' }>

const unreadable = 'What was sent is too large, or can not be read'

/** Passes a message of a page's ipcRenderer to ipcMain. */
export function dispatchIpc(
  ipcMain: IpcMain,
  sender: object,
  frame: FrameMain,
  document: PageDocument,
  message: IpcMessage,
): void {
  const event = {
    type: 'frame',
    sender,
    get senderFrame() {
      return frame.isDestroyed() ? null : frame
    },
    processId: frame.processId,
    frameId: frame.routingId,
    ports: [] as MessagePortMain[],
    reply: (channel: string, ...args: unknown[]) => frame.send(channel, ...args),
  }
  const received = decodeReceived(message.type === 'post' ? message.post.data : message.args)
  if (!received) {
    if (message.type === 'post') for (const id of message.post.ports) document.link.portClosed(id)
    if (message.type !== 'invoke') return
    return document.link.send({ type: 'failure', id: message.id, message: unreadable })
  }
  const args = message.type === 'post' ? [received.value] : (received.value as unknown[])
  if (message.type === 'post') {
    event.ports = document.link
      .receivePorts(message.post.ports)
      .map((end) => new MessagePortMain(end))
  }
  if (message.type !== 'invoke') {
    ipcMain.emit(message.channel, event, ...args)
    return
  }
  const { id } = message
  ipcMain.invoke(message.channel, event, args).then(
    (value) => {
      try {
        document.link.send({ type: 'reply', id, value: codec.encode(value) })
      } catch (error) {
        document.link.send({ type: 'failure', id, message: String(error) })
      }
    },
    (error: unknown) => document.link.send({ type: 'failure', id, message: String(error) }),
  )
}
