import { z } from 'zod'

/** Optional fields of answers. A malformed field counts as missing. */
export const text = z.string().nullish().catch(null)
export const flag = z.boolean().nullish().catch(null)
export const words = z.array(z.string()).nullish().catch(null)
/** A whole number, such as a position. */
export const integer = z.number().int().nullish().catch(null)
/** A whole number from 0, such as tokens that were used. */
export const count = z.number().int().nonnegative().nullish().catch(null)
/** A whole number from 1, such as a limit. */
export const natural = z.number().int().positive().nullish().catch(null)
