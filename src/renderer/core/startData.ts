import { parseJson } from '../../shared/json.ts'
import { startDataId } from '../../shared/startData.ts'
import type { StartData } from '../../shared/startData.ts'

/**
 * Returns the start data that main wrote into the page; undefined if there is none, as in
 * development. Two calls to main would cost the first paint 45 ms.
 */
export function readStartData(): StartData | undefined {
  const text = document.getElementById(startDataId)?.textContent
  return text === undefined ? undefined : (parseJson(text) as StartData | undefined)
}
