import { expect, test } from 'vitest'
import { rewritePosts } from '../../../../src/main/plugins/frames/rewritePosts.ts'

/** Runs a script in which `top` and `parent` are the window, and returns what was posted where. */
function run(script: string): unknown[] {
  const posted: unknown[] = []
  const other = { postMessage: (...given: unknown[]) => posted.push(['other', ...given]) }
  const top = { postMessage: () => expect.unreachable() }
  const parleyPost = (to: unknown, ...given: unknown[]) =>
    to === top
      ? posted.push(['carried', ...given])
      : (to as typeof other | null)?.postMessage(...given)
  const scope = { top, other, window: { top }, list: [other], none: null, event: { source: top } }
  const names = ['globalThis', ...Object.keys(scope)]
  // oxlint-disable-next-line typescript/no-implied-eval -- the script is the test's own
  const ran = new Function(...names, rewritePosts(script)) as (...values: unknown[]) => void
  ran({ parleyPost }, ...Object.values(scope))
  return posted
}

test.each([
  ["top.postMessage({ type: 'x' }, '*')", [['carried', { type: 'x' }, '*']]],
  ["top?.postMessage(1, '*')", [['carried', 1, '*']]],
  ['top?.postMessage?.(1)', [['carried', 1]]],
  ['window . top\n  .postMessage (1)', [['carried', 1]]],
  ['window?.top?.postMessage(1)', [['carried', 1]]],
  ['event.source.postMessage(1)', [['carried', 1]]],
  ['var e; (e = top) === null || void 0 === e || e.postMessage(1)', [['carried', 1]]],
  [
    'var t; null == (t = top) || t.postMessage(1); t.postMessage(2)',
    [
      ['carried', 1],
      ['carried', 2],
    ],
  ],
  ['[1].map(() => top.postMessage(top.postMessage.length))', [['carried', 0]]],
  ['const line = other\ntop.postMessage(1)', [['carried', 1]]],
  ["other.postMessage('a', [])", [['other', 'a', []]]],
  ['list[0].postMessage(1)', [['other', 1]]],
  ['none?.postMessage(1)', []],
  ['other.postMessage()', [['other']]],
] as const)('%s', (script, posted) => {
  expect(run(script)).toEqual(posted)
})

test.each([
  'self.postMessage(1)',
  'window.postMessage(1)',
  'super.postMessage(1)',
  'postMessage(1)',
  'top.postMessage',
  'top.postMessages(1)',
  'const { postMessage } = port',
  'class A { postMessage(message) {} }',
  'no script',
])('%s stays as it is', (script) => {
  expect(rewritePosts(script)).toBe(script)
})

test('a script of a worker posts as it did', () => {
  const posted: unknown[] = []
  const scope = {}
  // oxlint-disable-next-line typescript/no-implied-eval -- the script is the test's own
  const ran = new Function('globalThis', 'port', rewritePosts('port.postMessage(1)')) as (
    ...values: unknown[]
  ) => void
  ran(scope, { postMessage: (message: unknown) => posted.push(message) })
  expect(posted).toEqual([1])
})

test('a long text takes no time that grows faster than it', () => {
  const long = `${'a.'.repeat(500_000)}postMessage${' '.repeat(500_000)}${'.postMessage('.repeat(50_000)}`
  expect(rewritePosts(long).length).toBeGreaterThan(1000)
})
