const lookMilliseconds = 1000
/** Beats that may be missing before the page counts as silent, and before its first one. */
const maxMissed = 3
const maxMissedAtFirst = 10

/**
 * Watches whether a frame lives: `onSilent` is called when it has been silent for some seconds, and
 * `onAlive` when it beats again. A hidden window counts nothing, because Chromium slows its timers.
 */
export function watchBeats(onSilent: () => void, onAlive: () => void) {
  let missed = 0
  let most = maxMissedAtFirst
  const timer = setInterval(() => {
    if (document.hidden) missed = 0
    else missed += 1
    if (missed === most) onSilent()
  }, lookMilliseconds)
  return {
    beat: (): void => {
      const wasSilent = missed >= most
      missed = 0
      most = maxMissed
      if (wasSilent) onAlive()
    },
    stop: () => clearInterval(timer),
  }
}
