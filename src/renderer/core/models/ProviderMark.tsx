import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/classNames.ts'
import { ParleyMark } from '../../ui/layout/ParleyMark.tsx'
import { ServiceMark } from './ServiceMark.tsx'
import { providersAtom } from '../store.ts'

interface ProviderMarkProps {
  providerId: string
  size?: 'small' | 'large'
}

const parleySizes = { small: 'size-5.5', large: 'size-7.5 p-0.5' }

/** Shows a provider's mark: its maker's or its letter, and Parley's own for the built-in guide. */
export function ProviderMark({ providerId, size = 'small' }: ProviderMarkProps): ReactNode {
  const provider = useAtomValue(providersAtom)?.find(({ id }) => id === providerId)
  if (provider?.kind === 'guide') {
    return <ParleyMark className={classNames('shrink-0 text-accent', parleySizes[size])} />
  }
  return (
    <ServiceMark presetId={provider?.presetId} name={provider?.name ?? providerId} size={size} />
  )
}
