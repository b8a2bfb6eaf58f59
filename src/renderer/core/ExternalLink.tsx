import type { MouseEvent, ReactNode } from 'react'
import { api } from './bridge.ts'
import { attempt } from './failures.ts'
import { tooltipOf } from '../ui/layers/tooltipOf.ts'
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
  const saysWhere = children === address || children === readable
  const open = (event: MouseEvent): void => {
    event.preventDefault()
    if (event.button > 1) return
    attempt(api.app.openExternal({ url: address }))
  }
  return (
    <a
      href={address}
      {...tooltipOf(saysWhere ? undefined : readable)}
      className={className}
      draggable={false}
      rel="noreferrer"
      onClick={open}
      onAuxClick={open}
    >
      {children}
    </a>
  )
}
