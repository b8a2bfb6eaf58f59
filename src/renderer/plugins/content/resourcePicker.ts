import { atom } from 'jotai'

/** Whether a server of the open chat has resources to attach. */
export const hasResourcesAtom = atom(false)
export const resourcePickerOpenAtom = atom(false)
