import { useCallback, useEffect, useRef, useState } from 'react'
import { toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import { api } from '../../core/bridge.ts'
import { refreshProviders } from '../../core/store.ts'
import { updatesSettled } from '../updateQueue.ts'
import { withFinding, withoutRunning } from './findings.ts'
import type { Finding } from './findings.ts'

export interface Examination {
  running: boolean
  findings: readonly Finding[]
  /** The reason why the doctor itself failed. */
  failure: { error: WireError; at: number } | undefined
}

export interface Doctor {
  examination: Examination | undefined
  /** Starts a new check and cancels a running one. */
  start: () => void
  /** Cancels the check and drops its findings. */
  close: () => void
}

/** Checks a provider step by step while its row is mounted. */
export function useDoctor(providerId: string): Doctor {
  const [examination, setExamination] = useState<Examination>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  const start = useCallback(() => {
    current.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    current.current = controller
    const change = (step: (known: Examination) => Examination): void => {
      if (!signal.aborted) setExamination((known) => known && step(known))
    }
    setExamination({ running: true, findings: [], failure: undefined })
    void examine(providerId, signal, change)
  }, [providerId])

  const close = useCallback(() => {
    current.current?.abort()
    setExamination(undefined)
  }, [])
  return { examination, start, close }
}

async function examine(
  providerId: string,
  signal: AbortSignal,
  change: (step: (known: Examination) => Examination) => void,
): Promise<void> {
  let failure: Examination['failure']
  try {
    // When the button takes the focus, the field before it is still saving.
    await updatesSettled(providerId)
    for await (const finding of api.providers.diagnose({ id: providerId }, signal)) {
      const found = { ...finding, at: Date.now() }
      change((known) => ({ ...known, findings: withFinding(known.findings, found) }))
    }
  } catch (error) {
    failure = { error: toWire(error), at: Date.now() }
  }
  change((known) => ({
    ...known,
    running: false,
    failure,
    findings: withoutRunning(known.findings),
  }))
  // The list of models and the states of the keys may have changed.
  if (!signal.aborted) await refreshProviders(api)
}
