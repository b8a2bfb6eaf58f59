import type { EventEmitter } from 'node:events'

/**
 * What the host may have of an object of Electron's: any of its members, of the same type. `Own`
 * names those that give out the host's own objects, which have fewer members than Electron's.
 */
export type Offered<T, Own extends keyof T = never> = Partial<Omit<T, keyof EventEmitter | Own>>
