import { describe, expect, it } from 'vitest'
import { isOwnPage } from '../../../../src/main/app/window/pageAddress.ts'

describe('isOwnPage', () => {
  it.each(['app://parley/index.html', 'app://parley/', 'app://parley'])('knows %s', (address) => {
    expect(isOwnPage(address)).toBe(true)
  })

  it.each([
    'app://parley.example.org/',
    'app://parley:8080/',
    'https://parley/',
    'app:parley',
    'about:blank',
    'null',
    '',
  ])('takes %s for a stranger', (address) => {
    expect(isOwnPage(address)).toBe(false)
  })
})
