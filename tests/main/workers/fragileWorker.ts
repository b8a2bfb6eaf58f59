import { serveCalls } from '../../../src/main/workers/serveCalls.ts'
import type { fragile } from './fragile.ts'

const service: typeof fragile = {
  double: (value) => value * 2,
  die: () => {
    setImmediate(() => {
      throw new Error('It was told to')
    })
    return new Promise(() => undefined)
  },
  fail: () => {
    throw new TypeError('An unforeseen case')
  },
  waitFor: (signal) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve('heard'))),
}

serveCalls({
  open: () => ({ services: { fragile: service }, close: () => undefined }),
  urgent: new Set(),
})
