/**
 * Returns the content security policy of a plugin's page. The frame's own address is the only one
 * that it may load from: main answers there for the hosts of the sheet. Scripts may do what they
 * want in the frame, because nothing is there but the page.
 */
export function framePolicy(origin: string, appOrigin: string): string {
  return [
    "default-src 'none'",
    `script-src ${origin} 'unsafe-inline' 'unsafe-eval' blob: data:`,
    `style-src ${origin} 'unsafe-inline'`,
    `img-src ${origin} data: blob:`,
    `font-src ${origin} data:`,
    `media-src ${origin} data: blob:`,
    `connect-src ${origin} data: blob:`,
    `worker-src ${origin} blob:`,
    `base-uri ${origin}`,
    "frame-src 'none'",
    "object-src 'none'",
    "form-action 'none'",
    `frame-ancestors ${appOrigin}`,
    `sandbox ${frameSandbox}`,
  ].join('; ')
}

/** The sandbox of the frame: no origin, so no storage; no popups, dialogs, downloads or top. */
const frameSandbox = 'allow-scripts allow-forms'
