import { createContext, useContext } from 'react'

interface FieldNote {
  /** The id of the text beside a control; undefined for none. */
  id: string | undefined
  isError: boolean
}

/** The text that a row shows beside its control. */
export const FieldNoteContext = createContext<FieldNote>({ id: undefined, isError: false })

/** Returns the attributes by which a control of a row is announced with the row's text. */
export function useFieldNote(): {
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
} {
  const { id, isError } = useContext(FieldNoteContext)
  return { 'aria-invalid': isError || undefined, 'aria-describedby': id }
}
