import type { TFunction } from 'i18next'
import type { BatchState } from '../../shared/batches/batches.ts'

/** Returns the state of a table in words. One that is still being read is not shown. */
export function stateText(translate: TFunction, state: BatchState): string {
  return state === 'reading' ? '' : translate(`batches.state.${state}`)
}
