/** A video that neither shows a frame nor fails would keep all that wait for it. */
const patienceMilliseconds = 15_000

/**
 * Returns a frame of a video as a bitmap, which the caller closes. Errors: one without a code if
 * the video can't be played here.
 */
export async function videoFrame(address: string, seconds: number): Promise<ImageBitmap> {
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  try {
    const isThere = once(video, 'seeked')
    video.src = address
    const failed = Promise.race([failure(video), silence()])
    await Promise.race([once(video, 'loadeddata'), failed])
    video.currentTime = Math.min(seconds, video.duration || 0)
    await Promise.race([isThere, failed])
    return await createImageBitmap(video)
  } finally {
    // Else the file stays open.
    video.removeAttribute('src')
    video.load()
  }
}

function once(video: HTMLVideoElement, name: string): Promise<void> {
  return new Promise((resolve) => video.addEventListener(name, () => resolve(), { once: true }))
}

function silence(): Promise<never> {
  return new Promise((_resolve, reject) =>
    setTimeout(() => reject(new Error('The video shows no frame')), patienceMilliseconds),
  )
}

function failure(video: HTMLVideoElement): Promise<never> {
  return new Promise((_resolve, reject) =>
    video.addEventListener('error', () => reject(new Error('The video can’t be played')), {
      once: true,
    }),
  )
}
