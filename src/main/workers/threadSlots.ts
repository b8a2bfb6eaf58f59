import { createSlots } from './slots.ts'

/** The number of threads that work at a time. More would slow the chat down. */
const maxThreads = 2

/** The slots that all tasks share. */
export const threadSlots = createSlots(maxThreads)
