import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron'
import {
  ACKNOWLEDGED,
  CALL_CHANNEL,
  DROPPED_CHANNEL,
  EVENT_CHANNEL,
  STREAM_CHANNEL,
  type Bridge,
  type Reply,
  type StreamMessage,
} from '../shared/ipc/wire.ts'
import { adaptPage } from './adaptPage.ts'
import { beatPreview } from './beatPreview.ts'
import { carryMessages } from './carryMessages.ts'
import { confineFrame } from './confineFrame.ts'
import { removeCalls } from './removeCalls.ts'
import { reportProblems } from './reportProblems.ts'

/** Returns a file's path, and tells main, which reads no path that only the page names. */
function pathOf(file: object): string {
  const path = webUtils.getPathForFile(file as File)
  if (path !== '') ipcRenderer.send(DROPPED_CHANNEL, path)
  return path
}

const bridge: Bridge = {
  async call(name, input) {
    return (await ipcRenderer.invoke(CALL_CHANNEL, name, input)) as Reply
  },

  stream(name, input, listener) {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = (message: MessageEvent<StreamMessage>) => {
      listener(message.data)
      if (message.data.type === 'frames') port1.postMessage(ACKNOWLEDGED)
      else port1.close()
    }
    ipcRenderer.postMessage(STREAM_CHANNEL, [name, input], [port2])
    return () => {
      port1.onmessage = null
      port1.close()
    }
  },

  on(name, listener) {
    const forward = (_event: IpcRendererEvent, eventName: string, payload: unknown) => {
      if (eventName === name) listener(payload)
    }
    ipcRenderer.on(EVENT_CHANNEL, forward)
    return () => {
      ipcRenderer.off(EVENT_CHANNEL, forward)
    }
  },

  // The Chromium host has no paths.
  ...('getPathForFile' in webUtils && {
    pathOf,
  }),
}

if (window.top === window) contextBridge.exposeInMainWorld('bridge', bridge)
else {
  contextBridge.executeInMainWorld({ func: removeCalls })
  contextBridge.executeInMainWorld({ func: confineFrame })
  contextBridge.executeInMainWorld({ func: carryMessages })
  contextBridge.executeInMainWorld({ func: adaptPage })
  contextBridge.executeInMainWorld({ func: reportProblems })
  contextBridge.executeInMainWorld({ func: beatPreview })
}
