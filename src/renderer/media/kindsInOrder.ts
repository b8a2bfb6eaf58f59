import type { MediaKind } from '../../shared/mediaForm.ts'

/** What models make, in the order shown. */
export const kindsInOrder: readonly MediaKind[] = ['image', 'video', 'audio']
