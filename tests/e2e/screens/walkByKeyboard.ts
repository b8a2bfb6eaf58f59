import { expect } from '@playwright/test'
import type { Page } from 'playwright'
import type { Screen } from './showScreens.ts'

/** More stops than anyone passes one by one: a long chat has other ways. */
const maxStops = 150
/** On a busy machine so much may come up on the way that one round is too short. */
const maxRounds = 3

/**
 * Presses Tab until all that can take the focus on a screen has had it, and gives it back. Expects
 * that each is reached, that each shows it, and that a dialog keeps it.
 */
export async function walkByKeyboard(page: Page, { name, within }: Screen): Promise<void> {
  const root = within ? await within.elementHandle() : null
  const stops = await page.evaluate(beginWalk, root)
  if (stops === 0 || stops > maxStops) return page.evaluate(endWalk).then(() => undefined)
  let rounds = 0
  // Some stops come up on the way, and the walk begins anywhere.
  do {
    rounds += 1
    for (let press = 0; press < stops + 6; press += 1) await page.keyboard.press('Tab')
  } while (rounds < maxRounds && (await page.evaluate(hasMissed)))
  const { missed, unseen, lost } = await page.evaluate(endWalk)
  expect(missed, `${name}: not reached by Tab`).toEqual([])
  expect(unseen, `${name}: the focus can't be seen`).toEqual([])
  // Between the last and the first one the window itself may have it.
  expect(lost, `${name}: the focus was nowhere`).toBeLessThan(3 * rounds)
}

interface Walk {
  before: Element | null
  wanted: Element[]
  reached: Set<Element>
  unseen: Set<string>
  lost: number
  life: AbortController
}

type WalkWindow = Window & { walk?: Walk }

/** Notes from now on what gets the focus. Returns how many elements can. Runs in the page. */
function beginWalk(root: Element | SVGElement | null): number {
  const focusable =
    'a[href], button, input, select, textarea, summary, iframe, [contenteditable], [tabindex]'
  const wanted = [...(root ?? document.body).querySelectorAll<HTMLElement>(focusable)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(
        ':disabled, [type=hidden], [data-base-ui-focus-guard], [data-base-ui-inert]',
      ) &&
      !element.closest('[inert], [aria-hidden=true]') &&
      element.checkVisibility({ visibilityProperty: true }),
  )
  const isOutlined = (style: CSSStyleDeclaration): boolean =>
    (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) ||
    style.boxShadow !== 'none'
  const walk: Walk = {
    before: document.activeElement,
    wanted,
    reached: new Set(),
    unseen: new Set(),
    lost: 0,
    life: new AbortController(),
  }
  const { signal } = walk.life
  addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof Element) || target.matches('[data-base-ui-focus-guard]')) return
      walk.reached.add(target)
      // A field may show it on its box, and a row's button on the row.
      let box: Element | null = target
      for (let level = 0; box && level < 4; level += 1, box = box.parentElement) {
        if (isOutlined(getComputedStyle(box)) || isOutlined(getComputedStyle(box, '::after')))
          return
      }
      walk.unseen.add(target.outerHTML.slice(0, 160))
    },
    { signal },
  )
  addEventListener(
    'keydown',
    () => {
      if (document.activeElement === document.body) walk.lost += 1
    },
    { signal, capture: true },
  )
  ;(window as WalkWindow).walk = walk
  return wanted.length
}

/** Tells whether the walk has not come everywhere. Runs in the page. */
function hasMissed(): boolean {
  const { walk } = window as WalkWindow
  return (
    walk?.wanted.some(
      (element) => !walk.reached.has(element) && element.isConnected && element.checkVisibility(),
    ) ?? false
  )
}

/** Returns what the walk showed, and gives the focus back. Runs in the page. */
function endWalk(): { missed: string[]; unseen: string[]; lost: number } {
  const { walk } = window as WalkWindow
  if (!walk) return { missed: [], unseen: [], lost: 0 }
  walk.life.abort()
  const missed = walk.wanted.filter(
    (element) => !walk.reached.has(element) && element.isConnected && element.checkVisibility(),
  )
  if (walk.before instanceof HTMLElement) walk.before.focus({ preventScroll: true })
  return {
    missed: missed.map((element) => element.outerHTML.slice(0, 160)),
    unseen: [...walk.unseen],
    lost: walk.lost,
  }
}
