import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { LetterMark } from '../ui/LetterMark.tsx'
import { ParleyMark } from '../ui/ParleyMark.tsx'
import { providersAtom } from './store.ts'

/** Shows a provider's mark: its letter, or Parley's own mark for the built-in guide. */
export function ProviderMark({ providerId }: { providerId: string }): ReactNode {
  const provider = useAtomValue(providersAtom)?.find(({ id }) => id === providerId)
  if (provider?.kind === 'guide') return <ParleyMark className="size-5.5 shrink-0 text-accent" />
  return <LetterMark name={provider?.name ?? providerId} />
}
