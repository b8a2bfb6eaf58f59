import { z } from 'zod'

/** Milliseconds since 1970 (UTC). */
export const timeSchema = z.number().int().nonnegative()
