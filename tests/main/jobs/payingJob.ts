import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { anyKind } from '../../../src/main/jobs/jobKind.ts'
import type { AnyJobKind } from '../../../src/main/jobs/jobKind.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { jobDefinition } from '../../../src/shared/jobs.ts'

export const partsTotal = 12

/** Buys something once per consent, and then fetches it part by part. */
export const payingJob = jobDefinition('test.paying', {
  input: z.object({ name: z.string() }),
  progress: z.object({
    step: z.enum(['submitting', 'fetching']),
    consent: z.number(),
    part: z.number(),
  }),
  result: z.object({ parts: z.number() }),
})

export type LedgerEntry =
  | { type: 'post'; name: string; consent: number }
  | { type: 'part'; name: string; part: number }

export function ledgerPath(folder: string): string {
  return join(folder, 'ledger')
}

/** Returns a kind that records what leaves the process in a ledger, which a kill can't undo. */
export function paying(folder: string): AnyJobKind {
  const note = (entry: LedgerEntry): void => {
    appendFileSync(ledgerPath(folder), `${JSON.stringify(entry)}\n`)
  }
  const pause = () => delay(Math.random() * 6)
  return anyKind<typeof payingJob>({
    definition: payingJob,
    keyOf: ({ name }) => name,
    subjectOf: ({ name }) => name,
    maxPerLane: 3,
    async run({ input: { name }, progress, consents, commit }) {
      let part = progress?.step === 'fetching' ? progress.part : 0
      if (progress?.step !== 'fetching') {
        if (progress?.consent === consents) {
          throw new AppError('conflict', 'Nobody knows whether it was bought')
        }
        commit({ step: 'submitting', consent: consents, part: 0 })
        note({ type: 'post', name, consent: consents })
        await pause()
      }
      for (; part < partsTotal; part++) {
        commit({ step: 'fetching', consent: consents, part })
        await pause()
        note({ type: 'part', name, part })
      }
      return { parts: partsTotal }
    },
  })
}
