/** The header, links and social icons of a profile page. */
export const PROFILE_CSS = `main{position:relative}
.head{display:flex;flex-direction:column;align-items:center;gap:.75rem;padding:0 .5rem 2rem;text-align:center}
.face{display:grid;place-items:center;width:7rem;height:7rem;margin-bottom:.25rem;border-radius:50%;overflow:hidden;background:var(--button);color:var(--label);font-size:2.5rem;font-weight:650;line-height:1;box-shadow:0 0 0 4px var(--halo),var(--lift)}
.face img{display:block;width:100%;height:100%;object-fit:cover}
.bio{max-width:32rem;font-size:1.0625rem;line-height:1.55;color:var(--soft);white-space:pre-line;text-wrap:pretty}
.chips{display:flex;flex-wrap:wrap;justify-content:center;gap:.5rem}
.chips p{display:flex;align-items:center;gap:.5rem;padding:.3125rem .875rem;border-radius:1.25rem;background:var(--chip);color:var(--ink);font-size:.875rem;font-weight:550}
.place{position:absolute;top:-2.125rem;inset-inline:0;padding:0 .5rem;font-size:.875rem;color:var(--soft);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.online::before{content:"";width:.5625rem;height:.5625rem;border-radius:50%;background:#22c55e;box-shadow:0 0 0 3px #22c55e40}
.links{display:grid;gap:.875rem}
.card{display:flex;align-items:center;gap:.875rem;min-height:4.25rem;padding:.6875rem .875rem;border:1px solid transparent;border-radius:1.25rem;background:var(--button);color:var(--label);text-decoration:none;box-shadow:0 0 0 1px var(--edge),var(--lift);transition:transform .2s cubic-bezier(.2,.8,.2,1),box-shadow .2s}
.words{flex:1;min-width:0;padding-inline-start:.375rem;font-size:1.0625rem;font-weight:600;line-height:1.35}
.icon+.words{padding:0}
.words span{display:block;margin-top:.125rem;font-size:.9375rem;font-weight:400;color:var(--quiet);unicode-bidi:plaintext}
.icon{display:grid;flex:none;place-items:center;width:2.75rem;height:2.75rem;border-radius:.875rem;overflow:hidden;background:var(--tile);font-size:1.5rem;line-height:1;box-shadow:inset 0 0 0 1px var(--edge)}
.icon img{display:block;width:100%;height:100%;object-fit:cover}
.mark{width:100%;height:100%}
.go{flex:none;width:1.125rem;height:1.125rem;margin-inline-end:.25rem;opacity:.45;transition:opacity .2s,transform .2s}
.card:dir(rtl) .go{scale:-1 1}
.broken{color:var(--quiet)}
.empty{padding:2rem 1rem;text-align:center;color:var(--muted)}
.social{display:flex;flex-wrap:wrap;justify-content:center;gap:.625rem;padding-top:2rem}
.social a{display:grid;place-items:center;width:3rem;height:3rem;border:1px solid transparent;border-radius:50%;background:var(--chip);color:var(--text);transition:background .2s,color .2s,transform .2s}
@media (hover:hover){a.card:hover{transform:translateY(-2px);box-shadow:0 0 0 1px var(--edge),var(--rise)}a.card:hover .go{opacity:1;transform:translate(2px,-2px)}.social a:hover{background:var(--text);color:var(--bg);transform:translateY(-2px)}}
a.card:active{transform:scale(.985)}
@media (prefers-reduced-motion:no-preference){.head,.links>li,.social{animation:in .5s cubic-bezier(.2,.8,.2,1) both}.links>li:nth-child(2){animation-delay:.04s}.links>li:nth-child(3){animation-delay:.08s}.links>li:nth-child(4){animation-delay:.12s}.links>li:nth-child(n+5),.social{animation-delay:.16s}@keyframes in{from{opacity:.4;transform:translateY(.75rem)}}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}a:hover,a:active,a:hover svg{transform:none!important}}
@media (forced-colors:active){.card,.icon,.social a,.face{border-color:CanvasText}.icon svg:not(.line){fill:CanvasText}.go{opacity:1}}
`;
