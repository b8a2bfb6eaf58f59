import { createContext } from 'react'
import type { ReactNode } from 'react'

/** The sources that a text may refer to as `[n]`, and how such a reference is shown. */
export interface References {
  numbers: ReadonlySet<number>
  render: (number: number) => ReactNode
}

export const ReferencesContext = createContext<References | undefined>(undefined)
