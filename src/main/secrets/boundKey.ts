import { z } from 'zod'

/** A key with the one origin that it may be sent to. */
export interface BoundKey {
  /** As `originOf` gives it, such as `https://api.openai.com`. */
  origin: string
  key: string
}

const boundKeySchema = z.strictObject({ origin: z.string(), key: z.string() })

/** Returns the text that lies in the keychain for a key. */
export function writeBoundKey({ origin, key }: BoundKey): string {
  return JSON.stringify({ origin, key })
}

/** Reads what lies in the keychain; undefined for a bare key, as earlier versions kept it. */
export function readBoundKey(text: string): BoundKey | undefined {
  try {
    return boundKeySchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
