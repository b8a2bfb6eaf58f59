/** The rate at which spinners of systems turn. */
const stepMilliseconds = 1000 / 12

/**
 * Moves endless animations twelve times a second. Chromium draws a frame for each refresh of the
 * screen while one runs, also for `steps()`, and a user may look at a spinner for minutes.
 */
export function paceAnimations(page: Document): void {
  /** Paused animations, and when each began. */
  const paced = new Map<Animation, number>()
  let timer: ReturnType<typeof setInterval> | undefined

  const step = (): void => {
    const now = performance.now()
    for (const [animation, start] of paced) {
      // It ends with its element or class, or once the system asks for reduced motion.
      if (animation.playState === 'paused' && isEndless(animation))
        animation.currentTime = now - start
      else paced.delete(animation)
    }
    schedule()
  }
  const schedule = (): void => {
    const isNeeded = paced.size > 0 && !page.hidden
    if (isNeeded) timer ??= setInterval(step, stepMilliseconds)
    else {
      clearInterval(timer)
      timer = undefined
    }
  }

  page.addEventListener('animationstart', ({ target }) => {
    if (!(target instanceof Element)) return
    const now = performance.now()
    // `subtree` includes the animations of pseudo-elements.
    for (const animation of target.getAnimations({ subtree: true })) {
      if (!isEndless(animation) || paced.has(animation)) continue
      animation.pause()
      paced.set(animation, now - Number(animation.currentTime ?? 0))
    }
    schedule()
  })
  page.addEventListener('visibilitychange', schedule)
}

function isEndless({ effect }: Animation): boolean {
  return effect?.getTiming().iterations === Infinity
}
