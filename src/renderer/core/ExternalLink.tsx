import type { MouseEvent, ReactNode } from 'react'
import { api } from './bridge.ts'
import { attempt } from './failures.ts'
import { Tooltip } from '../ui/Tooltip.tsx'
import { readableAddress } from '../markdown/safeAddress.ts'

interface ExternalLinkProps {
  /** An address that `safeAddress` has checked. */
  address: string
  className?: string
  children: ReactNode
}

/** Shows a link that opens outside Parley. A tooltip says where it leads, unless its text does. */
export function ExternalLink({ address, className, children }: ExternalLinkProps): ReactNode {
  const readable = readableAddress(address)
  const open = (event: MouseEvent): void => {
    event.preventDefault()
    if (event.button > 1) return
    attempt(api.app.openExternal({ url: address }))
  }
  return (
    <Tooltip text={readable} disabled={children === address || children === readable}>
      <a
        href={address}
        className={className}
        draggable={false}
        rel="noreferrer"
        onClick={open}
        onAuxClick={open}
      >
        {children}
      </a>
    </Tooltip>
  )
}
