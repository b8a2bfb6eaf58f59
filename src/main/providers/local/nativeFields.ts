import { z } from 'zod'

/** Optional fields of answers. A malformed field counts as missing. */
export const text = z.string().nullish().catch(null)
export const flag = z.boolean().nullish().catch(null)
export const words = z.array(z.string()).nullish().catch(null)
export const natural = z.number().int().positive().nullish().catch(null)
export const bytes = z.number().int().nonnegative().nullish().catch(null)
