import { STAGE_CSS } from "./base-css.ts";

/** Forms on our own pages, in the colors of `BASE_CSS`. */
export const FORM_CSS = `
.report{display:grid;gap:1.5rem;margin-top:1.5rem}
.report>label,.report fieldset{display:grid;gap:.35rem}
.report b{font-weight:600}.report span{color:var(--soft);font-size:.9375rem}
.report input:not([type=radio]),.report textarea{box-sizing:border-box;width:100%;min-height:2.75rem;padding:.6rem .8rem;font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--edge);border-radius:.7rem}
.report textarea{resize:vertical}
.report fieldset{margin:0;padding:0;border:0;min-width:0}.report legend{padding:0;margin-bottom:.35rem}
.report .reason{display:flex;gap:.7rem;align-items:center;min-height:2.75rem;padding:.35rem .8rem;border:1px solid var(--edge);border-radius:.7rem;background:var(--card);cursor:pointer}
.report .reason:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.report .reason input{flex:none;width:1.15rem;height:1.15rem;margin:0;accent-color:var(--accent)}
.report [aria-invalid]{border-color:light-dark(#ab2018,#ff9d95)!important}
.report .problem{margin:0;padding:.75rem 1rem;border-radius:.7rem;border:1px solid light-dark(#ab2018,#ff9d95);color:light-dark(#ab2018,#ff9d95);font-weight:600}
.report .trap{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.report button{justify-self:start;min-height:3rem;padding:0 1.6rem;font:inherit;font-weight:600;color:var(--on-accent);background:var(--accent);border:0;border-radius:.8rem;cursor:pointer}
.report button:hover{filter:brightness(1.08)}
.report :is(input,textarea,button):focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.report-thanks .number{font:700 1.6rem/1.3 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.06em;padding:1rem 1.25rem;border:1px solid var(--edge);border-radius:.8rem;background:var(--card);width:fit-content;max-width:100%;box-sizing:border-box}
`;

const HELP = `.help-head .wide{position:relative}
.help-head h1{padding-top:clamp(1.5rem,4vw,3rem);font-size:clamp(2.25rem,1.5rem + 3vw,3.75rem);letter-spacing:-.04em}
.help-head .search{max-width:40rem;margin-top:1.5rem}
.help-head>.wide:not(.bar){padding-bottom:clamp(3rem,6vw,5rem)}
.waves-help{right:-34rem;top:-30rem}
.search{position:relative;display:flex;gap:.5rem;padding:.375rem;border-radius:2.25rem;background:#fff;color:#1b1230}
.search svg{position:absolute;left:1.375rem;top:50%;margin-top:-11px;color:#5b5272;pointer-events:none}
.search input{flex:1;min-width:0;min-height:2.75rem;padding:0 .5rem 0 3rem;border:0;border-radius:2rem;background:none;color:#1b1230;font-size:1.0625rem}
.search input::placeholder{color:#655c7c;opacity:1}
.search:focus-within{outline:3px solid var(--brass);outline-offset:3px}.search input:focus-visible{outline:none}
.search .button{min-height:2.75rem;padding:0 1.375rem;background:#602bc4;color:#fff}
.search input::-webkit-search-cancel-button{margin:0 .25rem}
@media (max-width:30em){.search .button{display:none}}
.help{padding-top:1rem}
.help h2{margin:clamp(2.25rem,5vw,3.5rem) 0 1.125rem;font-size:1.5rem}
.help [hidden]{display:none}
.tally{min-height:1.6em;margin:1.25rem 0 1rem;color:var(--soft);overflow-wrap:anywhere}
.cards{display:grid;gap:.875rem;grid-template-columns:repeat(auto-fill,minmax(min(20rem,100%),1fr))}
.cards a{display:block;height:100%;padding:1.25rem 1.375rem;border:1px solid var(--line);border-radius:1.25rem;background:var(--card);color:inherit;text-decoration:none;transition:border-color .15s,box-shadow .15s}
.cards b{display:block;margin-bottom:.3rem;font-size:1.125rem;line-height:1.3;letter-spacing:-.01em}
.cards span{color:var(--soft);line-height:1.5}
@media (hover:hover){.cards a:hover{border-color:var(--accent);box-shadow:0 1rem 2rem -1.25rem var(--shade)}.cards a:hover b{color:var(--accent)}}
.empty{padding:2.5rem 1.5rem;border:1px dashed var(--edge);border-radius:1.25rem;text-align:center}.empty p+p{margin-top:.5rem}
`;

const PROSE = `.reading{display:grid;grid-template-columns:minmax(0,1fr);gap:0 4.5rem;padding-top:1.5rem}
.crumbs{grid-column:1/-1;font-size:.9375rem}
.crumbs ol{display:flex;flex-wrap:wrap;list-style:none;color:var(--soft)}
.crumbs li{display:inline-flex;align-items:center;min-height:2.75rem}.crumbs li+li::before{content:"›";margin:0 .6rem}
.crumbs a{display:inline-flex;align-items:center;min-height:2.75rem}
@media (max-width:40em){.crumbs [aria-current]{display:none}}
.prose{min-width:0;max-width:43rem}
.prose h1{margin:.75rem 0 1rem;font-size:clamp(2rem,1.5rem + 2.2vw,3rem);letter-spacing:-.035em}
.prose h2{margin:2.5rem 0 .75rem;font-size:1.4375rem}
.prose .intro{margin-bottom:1.75rem;color:var(--soft);font-size:1.1875rem;line-height:1.5}
.prose p+p,.prose ul+p,.prose ol+p,.prose dl+p{margin-top:1rem}
.prose ul,.prose ol{margin:1rem 0;padding-inline-start:1.5rem}.prose ul{list-style:disc}.prose li{padding-inline-start:.25rem}.prose li+li{margin-top:.6rem}
.prose li::marker{color:var(--accent);font-weight:650}
.prose code{padding:.1em .4em;border-radius:.35em;background:var(--tint);font:.9em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.prose blockquote{margin:1rem 0;padding-inline-start:1rem;border-inline-start:3px solid var(--edge);white-space:pre-line;overflow-wrap:anywhere}
.prose blockquote+p,.prose .report+p{margin-top:1rem}
.prose .dated{color:var(--soft)}
.prose .entries{margin:1.25rem 0;border-top:1px solid var(--line)}
.entries>div{display:grid;gap:.25rem 1.5rem;padding:.875rem 0;border-bottom:1px solid var(--line)}
.entries dd{line-height:1.5}.entries dd+dd{color:var(--soft);font-size:.9375rem}
@media (min-width:44em){.entries>div{grid-template-columns:minmax(0,13rem) minmax(0,1fr) minmax(0,10rem)}}
.reading aside{padding-top:3rem}
.reading aside .search{border:1.5px solid var(--edge);background:var(--card);color:var(--ink)}.reading aside .search input{color:var(--ink)}.reading aside .search input::placeholder,.reading aside .search svg{color:var(--soft)}.reading aside .search .button{display:none}
.reading aside h2{margin:2rem 0 .5rem;font-size:1rem;letter-spacing:0}
.reading aside a{display:inline-flex;align-items:center;min-height:2.75rem}
.reading aside p{margin-top:1.5rem;color:var(--soft)}
@media (min-width:60em){.reading{grid-template-columns:minmax(0,43rem) minmax(0,1fr)}.reading aside{padding-top:1.25rem}}
`;

export const READING_CSS = STAGE_CSS + HELP + PROSE;
