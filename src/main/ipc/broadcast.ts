import { webContents } from 'electron'
import type { Broadcast, Event, Feature } from '../../shared/ipc/define.ts'
import { EVENT_CHANNEL } from '../../shared/ipc/wire.ts'

/** Creates the sender of one feature's events to every window. It parses each payload first. */
export function createBroadcast<F extends Feature>(name: string, feature: F): Broadcast<F> {
  return (eventName, payload) => {
    const { payload: schema } = feature[eventName] as Event
    const parsed: unknown = schema.parse(payload)
    for (const contents of webContents.getAllWebContents()) {
      if (!contents.isDestroyed()) {
        contents.send(EVENT_CHANNEL, `${name}.${String(eventName)}`, parsed)
      }
    }
  }
}
