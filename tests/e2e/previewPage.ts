import type { Frame, Page } from 'playwright'

/** The frames of previews. */
export function previewFrames(page: Page): Frame[] {
  return page
    .frames()
    .filter((frame) => /^(?:https:\/\/\w+\.preview\.invalid|preview:)/.test(frame.url()))
}
