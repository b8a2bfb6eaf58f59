import type { AlertKind } from '../syntax/tree.ts'
import { createIcon } from './createIcon.ts'

const paths: Record<AlertKind, string> = {
  note: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v5M12 8v.01',
  tip: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2V16h5v-.1c0-.8.4-1.5 1-2A6 6 0 0 0 12 3',
  important: 'M4 4h16v12h-8l-4 4v-4H4zM12 7v3M12 13v.01',
  warning: 'M12 4 2.5 20h19zM12 10v4M12 17v.01',
  caution: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 8v5M12 16v.01',
}

/** Creates the icon of an alert, which stands beside its name. */
export function alertIcon(kind: AlertKind): SVGSVGElement {
  return createIcon(paths[kind])
}
