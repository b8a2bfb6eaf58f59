import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { ToasterProps as AreaProps } from 'sonner'
import 'sonner/dist/styles.css'
import { whenIdle } from './whenIdle.ts'

interface ToastOptions {
  description?: string
  action?: { label: string; run: () => void }
  /** How long it stays; an error without an own time stays for ten seconds. */
  milliseconds?: number
}

type Sonner = typeof import('sonner')

/** There once the area is: what is told before waits for it. */
const area = Promise.withResolvers<Sonner['toast']>()

/** Tells of something that has happened, for a moment, at the edge of the window. */
export function showToast(text: string, options: ToastOptions = {}): void {
  void area.promise.then((toast) => toast(text, toastData(options, 5000)))
}

export function showErrorToast(text: string, options: ToastOptions = {}): void {
  void area.promise.then((toast) => toast.error(text, toastData(options, 10_000)))
}

function toastData(options: ToastOptions, milliseconds: number): Parameters<Sonner['toast']>[1] {
  const { action, description } = options
  return {
    duration: options.milliseconds ?? milliseconds,
    ...(description ? { description } : {}),
    ...(action ? { action: { label: action.label, onClick: action.run } } : {}),
  }
}

interface ToasterProps {
  label: string
  /** The name of the button that takes one away. */
  closeLabel: string
  direction: 'ltr' | 'rtl'
}

/** Where the toasts appear, away from the composer; it stands once, in App. */
export function ToastArea({ label, closeLabel, direction }: ToasterProps): ReactNode {
  const [sonner, setSonner] = useState<Sonner>()
  useEffect(() => {
    // Behind the first paint: nothing is told of until the page stands.
    let current = true
    void whenIdle()
      .then(() => import('sonner'))
      .then((loaded) => current && setSonner(loaded))
    return () => {
      current = false
    }
  }, [])
  if (!sonner) return null
  return (
    <MountedArea
      sonner={sonner}
      theme="system"
      dir={direction}
      position={direction === 'rtl' ? 'top-left' : 'top-right'}
      containerAriaLabel={label}
      closeButton
      toastOptions={{ className: 'toast', closeButtonAriaLabel: closeLabel }}
    />
  )
}

function MountedArea({ sonner, ...props }: AreaProps & { sonner: Sonner }): ReactNode {
  // Runs after the area's own effect, by which it has begun to listen.
  useEffect(() => area.resolve(sonner.toast), [sonner])
  return <sonner.Toaster {...props} />
}
