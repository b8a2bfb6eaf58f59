import type { MediaKind } from '../../shared/mediaForm.ts'

/** Kinds of outputs, in the order shown. */
export const kindsInOrder: readonly MediaKind[] = ['image', 'video', 'audio']
