import { z } from 'zod'
import { consentFor, type OwnTool } from './ownTool.ts'
import { parametersOf } from './parametersOf.ts'

const inputSchema = z.object({
  timeZone: z
    .string()
    .max(100)
    .optional()
    .describe("An IANA time zone, such as Asia/Tokyo. The user's own where it is left out."),
})

/** Returns the tool that tells the date and time, at the user's place or in another zone. */
export const currentTime: OwnTool = (policy, { now = Date.now }) => ({
  name: 'current_time',
  title: 'Date and time',
  description: 'Returns the current date and time in the time zone of the user, or in another.',
  parameters: parametersOf(inputSchema),
  effect: 'read',
  consent: () => consentFor(policy),
  run: (input) => {
    const text = describeTime(new Date(now()), inputSchema.parse(input).timeZone)
    return Promise.resolve({ parts: [{ type: 'text', text }] })
  },
})

/** Returns a sentence with the time. Throws an Error that names an unknown zone. */
function describeTime(time: Date, wanted: string | undefined): string {
  const timeZone = wanted ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const format = formatFor(timeZone)
  return `${format.format(time)} (${timeZone})\n${time.toISOString()}`
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      dateStyle: 'full',
      timeStyle: 'long',
    })
  } catch {
    throw new Error(`There is no time zone named ${timeZone}.`)
  }
}
