/** The style of the few not-found pages. */
export const NOTICE_CSS = `.notice{display:grid;place-content:center;justify-items:center;gap:1rem;min-height:70vh;min-height:70dvh;padding:3rem 1.25rem;text-align:center}
.notice svg{stroke-width:4;color:var(--accent)}.notice .horn{fill:var(--tint);stroke:none}.notice .hush{stroke:var(--brass)}
.notice h1{font-size:clamp(2rem,1.5rem + 2.5vw,3rem)}
.notice p{max-width:32rem;color:var(--soft)}
.notice .ways{display:flex;flex-wrap:wrap;justify-content:center;gap:.75rem;margin-top:1rem}
.notice .id{margin-top:1.5rem;font-size:.8125rem}.notice code{user-select:all;overflow-wrap:anywhere}
`;
