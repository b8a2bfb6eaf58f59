import { describe, expect, test } from 'vitest'
import { modes } from './contractRuntime.ts'
import { driveThroughout } from './fixtureApp.ts'

declare const fixture: { asked: unknown[] }

/** Returns the outcome for each permission: the name of the error, or 'granted'. */
async function tryAll(): Promise<Record<string, string>> {
  const outcome = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'granted',
      (error: DOMException | GeolocationPositionError) =>
        'name' in error ? error.name : `code ${error.code}`,
    )
  const { mediaDevices, clipboard, geolocation } = navigator
  return {
    microphone: await outcome(mediaDevices.getUserMedia({ audio: true })),
    camera: await outcome(mediaDevices.getUserMedia({ video: true })),
    screen: await outcome(mediaDevices.getDisplayMedia()),
    clipboard: await outcome(clipboard.readText()),
    midi: await outcome(navigator.requestMIDIAccess({ sysex: true })),
    notifications: await Notification.requestPermission(),
    position: await outcome(
      new Promise((resolve, reject) => geolocation.getCurrentPosition(resolve, reject)),
    ),
    query: (await navigator.permissions.query({ name: 'microphone' })).state,
  }
}

const denied = {
  microphone: 'NotAllowedError',
  camera: 'NotAllowedError',
  screen: 'NotAllowedError',
  clipboard: 'NotAllowedError',
  midi: 'NotAllowedError',
  notifications: 'denied',
  position: 'code 1',
  query: 'denied',
}

describe.each(modes)('permissions, %s', (mode) => {
  const driven = driveThroughout(mode, ['--use-fake-device-for-media-stream'])

  test('without a handler everything is denied', async () => {
    await driven.page.bringToFront()
    expect(await driven.page.evaluate(tryAll)).toEqual(denied)
  })

  test('a frame gets no more than the page, delegated or not', async () => {
    await driven.page.evaluate(() => {
      const frame = document.createElement('iframe')
      frame.allow = 'microphone; camera; geolocation; clipboard-read; midi; display-capture'
      frame.src = '/frame.html'
      document.body.append(frame)
    })
    await driven.page.frameLocator('iframe').getByText('frame').waitFor()
    const frame = driven.page.frames().find((each) => each.url().endsWith('/frame.html'))!
    expect(await frame.evaluate(tryAll)).toEqual(denied)
  })

  test('a page that goes round the question is denied by Chromium itself', async () => {
    const outcome = await driven.page.evaluate(async () => {
      const frame = document.body.appendChild(document.createElement('iframe'))
      frame.allow = 'microphone'
      const fresh = frame.contentWindow!.navigator.mediaDevices as MediaDevices | undefined
      if (!fresh) return 'NotAllowedError'
      return fresh.getUserMedia({ audio: true }).then(
        () => 'granted',
        (error: Error) => error.name,
      )
    })
    expect(outcome).toBe('NotAllowedError')
  })

  test('a handler is asked with Electron’s names, and its verdict holds', async () => {
    await driven.app.evaluate(({ session }) => {
      fixture.asked = []
      session.defaultSession.setPermissionRequestHandler(
        (contents, permission, callback, details) => {
          const { mediaTypes, isMainFrame, requestingUrl } =
            details as Electron.MediaAccessPermissionRequest
          fixture.asked.push({
            permission,
            mediaTypes,
            isMainFrame,
            requestingUrl,
            url: contents.getURL(),
          })
          callback(permission === 'media' && mediaTypes?.join() === 'audio')
        },
      )
    })
    const outcome = await driven.page.evaluate(async () => {
      const name = (error: Error): string => error.name
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      const [track] = stream.getAudioTracks()
      const both = await navigator.mediaDevices
        .getUserMedia({ audio: true, video: true })
        .catch(name)
      const text = await navigator.clipboard.readText().catch(name)
      const desktop = { mandatory: { chromeMediaSource: 'desktop' } } as MediaTrackConstraints
      const screen = await navigator.mediaDevices
        .getUserMedia({ audio: desktop, video: desktop })
        .then(() => 'granted', name)
      return { live: track!.readyState, both, text, screen }
    })
    const refused = { both: 'NotAllowedError', text: 'NotAllowedError', screen: 'NotAllowedError' }
    expect(outcome).toEqual({ live: 'live', ...refused })
    const url = 'app://fixture/index.html'
    const asked = { isMainFrame: true, requestingUrl: url, url }
    expect(await driven.app.evaluate(() => fixture.asked)).toMatchObject([
      { ...asked, permission: 'media', mediaTypes: ['audio'] },
      { ...asked, permission: 'media', mediaTypes: ['audio', 'video'] },
      { ...asked, permission: 'clipboard-read' },
      // A capture of the desktop names no type.
      { ...asked, permission: 'media', mediaTypes: [] },
    ])
  })

  test('a handler that changes its mind takes the permission back', async () => {
    await driven.app.evaluate(({ session }) => {
      session.defaultSession.setPermissionRequestHandler((_contents, _permission, callback) =>
        callback(false),
      )
    })
    const outcome = await driven.page.evaluate(() =>
      navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'granted',
        (error: Error) => error.name,
      ),
    )
    expect(outcome).toBe('NotAllowedError')
  })
})
