import i18next from 'i18next'
import { toWire } from '../../shared/errors.ts'
import { errorText } from './errorText.ts'
import { showErrorToast } from '../ui/layers/Toast.tsx'

/** Runs work that the user began, and shows a toast if it fails. */
export function attempt(work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    console.error('An action failed', error)
    showErrorToast(errorText(i18next.t, toWire(error)).sentence)
  })
}
