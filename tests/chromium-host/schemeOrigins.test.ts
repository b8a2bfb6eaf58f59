import { expect } from 'vitest'
import { createSchemeOrigins } from '../../chromium-host/schemeOrigins.ts'
import { hostOnly } from './contractRuntime.ts'

const { test } = hostOnly('this is a module of the host')

const origins = createSchemeOrigins((scheme) => scheme === 'app')

test.each([
  ['app://parley/index.html?q=1#top', 'https://parley.app.invalid/index.html?q=1#top'],
  ['app://parley', 'https://parley.app.invalid'],
  ['blob:app://parley/5f0c', 'blob:https://parley.app.invalid/5f0c'],
])('%s stands as %s in a page, and comes back', (app, page) => {
  expect(origins.toPageUrl(app)).toBe(page)
  expect(origins.toAppUrl(page)).toBe(app)
})

test.each([
  'https://example.com/app://parley/',
  'https://parley.app.invalid.example.com/',
  'https://parley.app.invalid:8443/',
  'https://parley.app.invalid@example.com/',
  'http://parley.app.invalid/',
  'https://parley.other.invalid/',
])('%s is none of the app’s addresses', (url) => {
  expect(origins.toAppUrl(url)).toBe(url)
})

test('a policy’s sources are the page’s', () => {
  const policy = "default-src 'self' app:; img-src app://media data:; connect-src https: app:"
  expect(origins.toPagePolicy(policy)).toBe(
    "default-src 'self' https://*.app.invalid; img-src https://media.app.invalid data:; connect-src https: https://*.app.invalid",
  )
})
