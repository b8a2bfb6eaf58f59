import { describe, expect, it } from 'vitest'
import { parseExternalLink } from '../../../src/main/app/externalLink.ts'

describe('parseExternalLink', () => {
  it.each(['https://example.org/a?b=c#d', 'http://localhost:8080/', 'mailto:someone@example.org'])(
    'lets %s through',
    (address) => {
      expect(parseExternalLink(address)).toBe(address)
    },
  )

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'smb://server/share',
    'ms-settings:privacy',
    'vscode://file/etc/passwd',
    'app://parley/index.html',
    'https://user:password@example.org/',
    '--new-window',
    '',
  ])('refuses %s', (address) => {
    expect(() => parseExternalLink(address)).toThrow(
      expect.objectContaining({ code: 'addressInvalid' }),
    )
  })
})
