import type { App } from 'electron'
import type { Given } from './readArguments.ts'

/** Starts of Parley, and what macOS hands over in their place, from before the app is ready. */
export interface Arrivals {
  add: (given: Given) => void
  /** Passes on all that have arrived and all that will. */
  follow: (listener: (given: Given) => void) => void
}

export function createArrivals(app: App, platform: NodeJS.Platform): Arrivals {
  const held: Given[] = []
  let listener: ((given: Given) => void) | undefined
  const add = (given: Given): void => {
    if (listener) listener(given)
    else held.push(given)
  }
  if (platform === 'darwin') {
    app.on('open-url', (event, url) => {
      event.preventDefault()
      add({ arguments: [url], folder: '/' })
    })
    app.on('open-file', (event, path) => {
      event.preventDefault()
      add({ arguments: [path], folder: '/' })
    })
  }
  return {
    add,
    follow(wanted) {
      listener = wanted
      for (const given of held.splice(0)) wanted(given)
    },
  }
}
