import { join } from 'node:path'
import { fork } from 'node:child_process'
import { launch, providerAt } from './e2e/launch.ts'
const server = fork(join(import.meta.dirname,'bench/server.ts'),{stdio:['ignore','pipe','inherit','ipc']})
const origin = await new Promise<string>(r=>server.stdout!.once('data',d=>r(String(d).trim())))
const app = await launch({ settings: { providers: [providerAt(origin)] } })
await app.composer.waitFor()
await app.page.waitForTimeout(2500)
const rows:Record<string,number[]>={}
for(let i=0;i<30;i++){
 await app.app.evaluate(()=>{(globalThis as any).__st=[]})
 const r = await app.page.evaluate(()=>new Promise<any>((resolve)=>{
  const input={kind:'send',conversationId:null,parentId:null,text:'Hello',model:{providerId:'fake',modelId:'parley-small'}}
  const now=()=>performance.timeOrigin+performance.now(); const start=now(); const got:any[]=[]
  let first=0
  window.bridge.stream('chat.reply',input,(m:any)=>{ if(m.type!=='frames') return resolve({start,got,first})
   got.push([m.frames.map((f:any)=>f.type).join(),now()]); if(!first&&m.frames.some((f:any)=>f.type==='text')) first=now() })
 }))
 const st = await app.app.evaluate(()=>(globalThis as any).__st) as [string,number][]
 const t=(n:string)=>st.find(x=>x[0]===n)![1]-r.start
 const posts=st.filter(x=>x[0]==='post').map(x=>x[1]-r.start)
 const firstPost=posts.find(p=>p>=t('first'))!
 const v:Record<string,number>={ipc:t('ipc'),begin:t('begin'),begun:t('begun'),started_in_page:r.got[0][1]-r.start,ask:t('ask'),first:t('first'),post:firstPost,page:r.first-r.start}
 if(i>3)for(const k in v)(rows[k]??=[]).push(v[k]!)
}
for(const k in rows){const s=rows[k]!.sort((a,b)=>a-b);console.log(k.padEnd(16),s[s.length>>1]!.toFixed(2))}
await app.close(); server.kill()
