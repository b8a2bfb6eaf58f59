import type { MediaKind } from '../../shared/media/mediaForm.ts'

/** Kinds of outputs, in the order shown. */
export const kindsInOrder: readonly MediaKind[] = ['image', 'video', 'audio']
