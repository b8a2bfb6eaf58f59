const darkTheme = matchMedia('(prefers-color-scheme: dark)')

/** Returns the theme of the window. */
export function themeNow(): 'light' | 'dark' {
  return darkTheme.matches ? 'dark' : 'light'
}

/** Calls the listener when the window's theme has changed. */
export function followTheme(listener: (theme: 'light' | 'dark') => void): () => void {
  const tell = (): void => listener(themeNow())
  darkTheme.addEventListener('change', tell)
  return () => darkTheme.removeEventListener('change', tell)
}
