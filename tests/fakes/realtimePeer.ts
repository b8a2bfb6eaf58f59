import { chromium } from 'playwright'
import { findBrowser } from '../../chromium-host/findBrowser.mjs'

/** Chromium switches that let two pages on one machine connect. */
export const loopbackSwitches = [
  '--allow-loopback-in-peer-connection',
  '--disable-features=WebRtcHideLocalIpsWithMdns',
]

/** The remote peer of a session: a page with a real connection, which listens and plays a tone. */
export interface RealtimePeer {
  /** Returns this peer's session description for the caller's. */
  answer: (offer: string) => Promise<string>
  send: (event: object) => Promise<void>
  /** Returns the messages that the caller has sent. */
  received: () => Promise<string[]>
  /** Returns the caller's current loudness, from 0 to 1. */
  loudness: () => Promise<number>
  /** Disconnects without notice, like a broken network. */
  drop: () => Promise<void>
  close: () => Promise<void>
}

interface Ends {
  connection: RTCPeerConnection
  channel: Promise<RTCDataChannel>
  received: string[]
  analyser: AnalyserNode
}
type PeerWindow = typeof globalThis & { ends: Ends }

export async function openRealtimePeer(): Promise<RealtimePeer> {
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required', ...loopbackSwitches],
    ...(executablePath ? { executablePath } : {}),
  })
  const page = await browser.newPage()
  return {
    answer: (offer) => page.evaluate(answerOffer, offer),
    send: (event) => page.evaluate(sendText, JSON.stringify(event)),
    received: () => page.evaluate(() => (globalThis as PeerWindow).ends.received),
    loudness: () => page.evaluate(measureLoudness),
    drop: () => page.evaluate(() => (globalThis as PeerWindow).ends.connection.close()),
    close: () => browser.close(),
  }
}

// The functions below run in the page, each as separate source text.

async function answerOffer(offer: string): Promise<string> {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  const tone = context.createOscillator()
  const output = context.createMediaStreamDestination()
  tone.connect(output)
  tone.start()
  const connection = new RTCPeerConnection()
  const received: string[] = []
  connection.addEventListener('track', ({ streams: [stream] }) => {
    if (!stream) return
    // Chromium decodes a remote track only for an element that plays it.
    const element = new Audio()
    element.muted = true
    element.srcObject = stream
    void element.play()
    context.createMediaStreamSource(stream).connect(analyser)
  })
  const channel = new Promise<RTCDataChannel>((resolve) => {
    connection.addEventListener('datachannel', ({ channel: opened }) => {
      opened.addEventListener('message', ({ data }) => received.push(String(data)))
      resolve(opened)
    })
  })
  for (const track of output.stream.getTracks()) connection.addTrack(track, output.stream)
  await connection.setRemoteDescription({ type: 'offer', sdp: offer })
  await connection.setLocalDescription()
  if (connection.iceGatheringState !== 'complete') {
    await new Promise<void>((resolve) => {
      connection.addEventListener('icegatheringstatechange', () => {
        if (connection.iceGatheringState === 'complete') resolve()
      })
    })
  }
  ;(globalThis as PeerWindow).ends = { connection, channel, received, analyser }
  return connection.localDescription?.sdp ?? ''
}

async function sendText(text: string): Promise<void> {
  const channel = await (globalThis as PeerWindow).ends.channel
  channel.send(text)
}

function measureLoudness(): number {
  const { analyser } = (globalThis as PeerWindow).ends
  const samples = new Float32Array(analyser.fftSize)
  analyser.getFloatTimeDomainData(samples)
  return samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0)
}
