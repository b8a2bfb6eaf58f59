import { z } from 'zod'
import table from '../../../../resources/speechServers.json' with { type: 'json' }
import { speechServerSchema } from '../../../shared/speech/speech.ts'
import type { SpeechServer } from '../../../shared/speech/speech.ts'
import { onFirstUse } from '../../../shared/onFirstUse.ts'
import { parseOnce } from '../../../shared/parseOnce.ts'

export interface KnownSpeechServer extends SpeechServer {
  name: string
}

const knownSchema = z.array(speechServerSchema.omit({ enabled: true }).extend({ name: z.string() }))
const known = onFirstUse(() => parseOnce(knownSchema, table))

/** Returns the known speech servers with the user's changes. */
export function speechServers(changed: readonly SpeechServer[]): KnownSpeechServer[] {
  return known().map((server) => ({
    ...server,
    enabled: true,
    ...changed.find(({ id }) => id === server.id),
  }))
}
