import { useEffect, useState } from 'react'
import { toWire } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import { api } from './bridge.ts'

interface Read<Value> {
  value?: Value
  failure?: { error: WireError; at: number }
}

/**
 * Reads sums of the ledger, and again when amounts have changed. Another `read`, which has to be
 * memoized, makes it empty until that resolves.
 */
export function useSpending<Value>(read: () => Promise<Value>): Read<Value> {
  const [last, setLast] = useState<Read<Value> & { read: () => Promise<Value> }>()
  useEffect(() => {
    let isCurrent = true
    const load = (): void => {
      read().then(
        (value) => isCurrent && setLast({ read, value }),
        (error: unknown) =>
          isCurrent && setLast({ read, failure: { error: toWire(error), at: Date.now() } }),
      )
    }
    load()
    const stop = api.spending.changed(load)
    return () => {
      isCurrent = false
      stop()
    }
  }, [read])
  return last?.read === read ? last : {}
}
