import { z } from 'zod'
import table from '../../../resources/voices.json' with { type: 'json' }
import { onFirstUse } from '../../shared/onFirstUse.ts'
import { parseOnce } from '../../shared/parseOnce.ts'

const voiceTableSchema = z.object({
  openAi: z.object({
    voices: z.array(z.string()),
    models: z.array(z.object({ id: z.string(), instructions: z.boolean(), shutdown: z.string() })),
  }),
  neural: z.array(
    z.object({
      id: z.string(),
      /** The name in the voice's own script. */
      name: z.string(),
      romanName: z.string(),
      locale: z.string(),
      gender: z.enum(['female', 'male', 'neutral']),
    }),
  ),
})

/** Returns the voices of services that do not list them. */
export const voiceTables = onFirstUse(() => parseOnce(voiceTableSchema, table))
