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
