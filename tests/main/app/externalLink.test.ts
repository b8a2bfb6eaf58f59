import { describe, expect, it } from 'vitest'
import { createLinkLimit, parseExternalLink } from '../../../src/main/app/externalLink.ts'

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

describe('a mail link', () => {
  it.each([
    [
      'mailto:a@b.example?subject=Hi%20you&attach=/etc/passwd',
      'mailto:a@b.example?subject=Hi%20you',
    ],
    ['mailto:a@b.example?ATTACHMENT=/x&bcc=c@d.example', 'mailto:a@b.example'],
    [
      'mailto:a@b.example?subject=x%0d%0aBcc:%20c@d.example',
      'mailto:a@b.example?subject=x%20%20Bcc%3A%20c%40d.example',
    ],
    ['mailto:a@b.example%0d%0aBcc:c@d.example', 'mailto:a@b.exampleBcc:c@d.example'],
    ['mailto:a@b.example?body=one%0d%0atwo', 'mailto:a@b.example?body=one%0D%0Atwo'],
  ])('%s is opened as %s', (given, expected) => {
    expect(parseExternalLink(given)).toBe(expected)
  })
})

it('opens links as fast as somebody presses them, and no faster', () => {
  let now = 0
  const admit = createLinkLimit(() => now)
  for (let pressed = 0; pressed < 5; pressed++) admit()
  expect(admit).toThrow(expect.objectContaining({ code: 'tooManyAtOnce' }))
  now += 1000
  admit()
  expect(admit).toThrow(expect.objectContaining({ code: 'tooManyAtOnce' }))
})
