/** The style sheet of the readable API description; it has no other. */
export const DOCS_CSS = `
:root{color-scheme:light dark;--ground:light-dark(#fff,#15131e);--card:light-dark(#faf8ff,#1d1a28);--line:light-dark(#e2dcf0,#363147);
--text:light-dark(#1e1b2e,#e6e3ef);--soft:light-dark(#5d5873,#a9a3bd);--accent:light-dark(#602bc4,#b598f8);--code:light-dark(#f1edfb,#292538)}
*{box-sizing:border-box}html{scroll-padding-top:1rem}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
a{color:var(--accent)}a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.page{max-width:1180px;margin:0 auto;padding:1.25rem 1rem 4rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.35rem;margin:2.5rem 0 .75rem;text-transform:capitalize}
h3{font-size:1.05rem;line-height:1.35;margin:0}h4{font-size:.9rem;margin:1.25rem 0 .35rem}
p{margin:.4rem 0}.soft{color:var(--soft)}
code,pre{font:.86em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}code{background:var(--code);padding:.1em .35em;border-radius:.3em}
pre{background:var(--code);padding:.75rem 1rem;border-radius:.6rem;overflow-x:auto;margin:.35rem 0;white-space:pre}
nav ul{list-style:none;margin:.25rem 0 1rem;padding:0}nav li{margin:.15rem 0}nav summary{font-weight:600;cursor:pointer;padding:.4rem 0}
nav a{text-decoration:none;font-size:.9rem}nav a:hover{text-decoration:underline}nav b{text-transform:capitalize;font-size:.9rem}
.endpoint{background:var(--card);border:1px solid var(--line);border-radius:.9rem;padding:1rem;margin:0 0 1rem}
.head{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.4rem 0}
.method{font:700 .75rem/1 ui-monospace,Menlo,Consolas,monospace;padding:.35rem .5rem;border-radius:.4rem;color:#fff;background:#5d5873}
.GET{background:#0b6e4f}.POST{background:#1d5fb8}.PUT,.PATCH{background:#94560a}.DELETE{background:#b3261e}
.who{font-size:.8rem;border:1px solid var(--line);border-radius:1rem;padding:.1rem .6rem;color:var(--soft)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem .4rem 0;border-bottom:1px solid var(--line)}th{font-weight:600;color:var(--soft);font-size:.8rem}
td:first-child{min-width:8rem}tr:last-child td{border-bottom:0}details>summary{cursor:pointer;font-size:.9rem;font-weight:600;margin-top:1.25rem}
.need{color:var(--accent);font-weight:600}
@media(min-width:900px){.columns{display:grid;grid-template-columns:230px minmax(0,1fr);gap:2.5rem}
nav{position:sticky;top:1rem;align-self:start;max-height:calc(100vh - 2rem);overflow-y:auto}}
`;
