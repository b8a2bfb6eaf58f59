import { atom } from 'jotai'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { openOutput, openOutputAtom } from '../mediaView.ts'

/** The jobs that were started while the viewer was open, with the output that it showed. */
export const startedBesideAtom = atom<ReadonlyMap<string, string>>(new Map<string, string>())

/** Has the result of a job opened in place of the output that is shown now, if one is. */
export function followBeside({ id }: { id: string }): void {
  const shown = store.get(openOutputAtom)
  if (shown !== undefined) store.set(startedBesideAtom, (known) => new Map(known).set(id, shown))
}

/** Opens the first output of an ended job, unless the user has gone on to another one since. */
export async function openResult(jobId: string): Promise<void> {
  const beside = store.get(startedBesideAtom).get(jobId)
  store.set(startedBesideAtom, (known) => new Map([...known].filter(([id]) => id !== jobId)))
  const { outputs } = await api.media.outputs({ filter: { jobId } })
  const [first] = outputs.toSorted((one, other) => one.ordinal - other.ordinal)
  if (first && store.get(openOutputAtom) === beside) openOutput(first.id)
}

export function forgetStarted(): void {
  store.set(startedBesideAtom, new Map())
}
