import type { EventEmitter } from 'node:events'

/**
 * The members of an Electron object that the host may implement, with the same types. `Own` names
 * members that return the host's own objects, which have fewer members than Electron's.
 */
export type Offered<T, Own extends keyof T = never> = Partial<Omit<T, keyof EventEmitter | Own>>
