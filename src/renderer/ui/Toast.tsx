import { toast, Toaster } from 'sonner'
import type { ReactNode } from 'react'
import 'sonner/dist/styles.css'

interface ToastOptions {
  description?: string
  action?: { label: string; run: () => void }
  /** How long it stays; an error without an own time stays for ten seconds. */
  milliseconds?: number
}

/** Tells of something that has happened, for a moment, at the edge of the window. */
export function showToast(text: string, options: ToastOptions = {}): void {
  toast(text, toastData(options, 5000))
}

export function showErrorToast(text: string, options: ToastOptions = {}): void {
  toast.error(text, toastData(options, 10_000))
}

function toastData(options: ToastOptions, milliseconds: number): Parameters<typeof toast>[1] {
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
  return (
    <Toaster
      theme="system"
      dir={direction}
      position={direction === 'rtl' ? 'top-left' : 'top-right'}
      containerAriaLabel={label}
      closeButton
      toastOptions={{ className: 'toast', closeButtonAriaLabel: closeLabel }}
    />
  )
}
