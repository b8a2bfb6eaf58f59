import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { ToasterProps as AreaProps } from 'sonner'
import 'sonner/dist/styles.css'
import { whenIdle } from '../whenIdle.ts'

interface ToastOptions {
  description?: string
  action?: { label: string; run: () => void }
  /** Time until it closes. Without one, an error stays for ten seconds. */
  milliseconds?: number
  /** The edge of the window that it stands at: by default the top, away from the composer. */
  edge?: 'top' | 'bottom'
}

type Sonner = typeof import('sonner')

/** Resolves once the toast area is mounted; earlier toasts wait for it. */
const area = Promise.withResolvers<Sonner['toast']>()

/** Shows a message at the edge of the window for a moment. */
export function showToast(text: string, options: ToastOptions = {}): void {
  openToast(text, options)
}

/** Shows a message as `showToast` does. Returns the function that hides it before its time. */
export function openToast(text: string, options: ToastOptions = {}): () => void {
  const shown = area.promise.then((toast) => toast(text, toastData(options, 5000)))
  return () => void Promise.all([area.promise, shown]).then(([toast, id]) => toast.dismiss(id))
}

export function showErrorToast(text: string, options: ToastOptions = {}): void {
  void area.promise.then((toast) => toast.error(text, toastData(options, 10_000)))
}

function toastData(options: ToastOptions, milliseconds: number): Parameters<Sonner['toast']>[1] {
  const { action, description, edge } = options
  return {
    duration: options.milliseconds ?? milliseconds,
    ...(description ? { description } : {}),
    ...(edge ? { position: positionAt(edge, document.dir === 'rtl') } : {}),
    ...(action ? { action: { label: action.label, onClick: action.run } } : {}),
  }
}

function positionAt(edge: 'top' | 'bottom', isRightToLeft: boolean) {
  return `${edge}-${isRightToLeft ? 'left' : 'right'}` as const
}

interface ToasterProps {
  label: string
  /** The name of a toast's close button. */
  closeLabel: string
  direction: 'ltr' | 'rtl'
}

/** Shows the toasts, away from the composer. App mounts it once. */
export function ToastArea({ label, closeLabel, direction }: ToasterProps): ReactNode {
  const [sonner, setSonner] = useState<Sonner>()
  useEffect(() => {
    // After the first paint: no toast appears before the page is up.
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
      position={positionAt('top', direction === 'rtl')}
      containerAriaLabel={label}
      closeButton
      toastOptions={{ className: 'toast', closeButtonAriaLabel: closeLabel }}
    />
  )
}

function MountedArea({ sonner, ...props }: AreaProps & { sonner: Sonner }): ReactNode {
  // Runs after the area's own effect, in which it begins to listen.
  useEffect(() => area.resolve(sonner.toast), [sonner])
  return <sonner.Toaster {...props} />
}
