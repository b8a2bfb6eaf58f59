import { networkInterfaces } from 'node:os'
import type { Net } from 'electron'
import { strict } from './strict.ts'

function isOnline(): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ internal }) => !internal),
  )
}

/** Electron's net module, based on Node's fetch, which does not know the app's schemes. */
export const net = strict('net', {
  fetch: (input, init) => fetch(input, init),
  isOnline,
  get online() {
    return isOnline()
  },
} satisfies Partial<Net>)
