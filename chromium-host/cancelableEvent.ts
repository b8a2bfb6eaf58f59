export interface CancelableEvent {
  readonly defaultPrevented: boolean
  preventDefault(): void
}

/** Returns an event whose listeners may cancel the announced action. */
export function cancelableEvent<T extends object>(details: T): T & CancelableEvent {
  let prevented = false
  return Object.defineProperties(details, {
    defaultPrevented: { get: () => prevented, enumerable: true },
    preventDefault: { value: () => void (prevented = true) },
  }) as T & CancelableEvent
}
