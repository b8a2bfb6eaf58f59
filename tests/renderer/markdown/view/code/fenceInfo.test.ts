import { expect, test } from 'vitest'
import { readFenceInfo } from '../../../../../src/renderer/markdown/view/code/fenceInfo.ts'

test.each([
  ['', undefined, '', 'code.txt'],
  ['py', 'python', 'Python', 'code.py'],
  ['JSON', 'json', 'JSON', 'code.json'],
  ['brainfuck', undefined, 'brainfuck', 'code.txt'],
  ['js{1,3}', 'javascript', 'JavaScript', 'code.js'],
  ['ts title="src/a b.ts"', 'typescript', 'TypeScript', 'a b.ts'],
  ["sh file='run.sh' x", 'bash', 'Shell', 'run.sh'],
  ['css filename=main.css', 'css', 'CSS', 'main.css'],
  ['src/view/a.tsx', 'tsx', 'src/view/a.tsx', 'a.tsx'],
  ['ts:src/a.ts', 'typescript', 'ts:src/a.ts', 'a.ts'],
  ['12:15:lib/b.rb', 'ruby', '12:15:lib/b.rb', 'b.rb'],
] as const)('a fence marked %j', (info, language, label, fileName) => {
  expect(readFenceInfo(info)).toEqual({ language, label, fileName })
})

test.each([
  ['html', 'html'],
  ['HTML title="a.html"', 'html'],
  ['svg', 'svg'],
  ['xml title="a.svg"', 'svg'],
  ['md', 'markdown'],
  ['src/page.html', 'html'],
  ['html:src/page.html', 'html'],
  ['', undefined],
  ['js', undefined],
  ['diff title="page.html"', undefined],
  ['constructor', undefined],
  ['js:__proto__.toString', undefined],
  ['text title="a.constructor"', undefined],
])('a fence marked %j is a document of the kind %j', (info, kind) => {
  expect(readFenceInfo(info).preview).toBe(kind)
})

test.each([
  ['py title=".."', 'code.py'],
  ['py title="a/../.."', 'code.py'],
  ['py title="C:\\\\x\\\\y.py"', 'y.py'],
  ['py title="a\u202egpj.py"', 'agpj.py'],
  ['py title="a\u0000<b>|?*.py"', 'ab.py'],
  ['py title="/"', 'code.py'],
])('a name that a system would refuse, %j, becomes %j', (info, fileName) => {
  expect(readFenceInfo(info).fileName).toBe(fileName)
})

test('an endless name keeps its ending', () => {
  const { fileName } = readFenceInfo(`py title="${'x'.repeat(5000)}.py"`)
  expect(fileName.length).toBeLessThanOrEqual(100)
  expect(fileName).toMatch(/x\.py$/)
})
