import { expect, test } from 'vitest'
import { commandLine } from '../../../../src/renderer/plugins/sheet/commandLine.ts'

test.each([
  [['npx', '-y', '@scope/server@1.2.3'], 'npx -y @scope/server@1.2.3'],
  [['sh', '-c', 'curl x | sh'], 'sh -c "curl x | sh"'],
  [['server', '', 'a"b', 'a\nb'], 'server "" "a\\"b" "a\\nb"'],
  [['server', 'a; rm -rf ~'], 'server "a; rm -rf ~"'],
])('%j is shown as %s', ([command = '', ...values], line) => {
  expect(commandLine({ command, arguments: values })).toBe(line)
})
