/** The style of pages that replace a profile's. */
export const NOTICE_CSS = `.notice{align-items:center;justify-content:center;gap:1rem;text-align:center}
.notice p{max-width:26rem;font-size:1.0625rem;color:var(--soft)}
.notice .sign{display:grid;place-items:center;width:5.5rem;height:5.5rem;margin-bottom:.5rem;border-radius:50%;background:var(--chip)}
.notice .sign svg{width:2.5rem;height:2.5rem}
.notice .ways{display:flex;flex-direction:column;align-items:center;gap:.5rem;padding-top:.75rem}
.notice .quiet{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 1rem}
`;

/** The style of `InAppHelp.tsx`, on a page of its own or in a dialog over the profile's. */
export const IN_APP_CSS = `.pointer{position:fixed;z-index:5;top:.5rem;right:.75rem;width:3.5rem;height:3.5rem;color:var(--text)}
.pointer[data-corner=bottom-right]{top:auto;bottom:.5rem;scale:1 -1}
.notice .of{font-size:1.125rem;font-weight:650;color:var(--text)}
.in-app{display:flex;flex-direction:column;align-items:center;gap:.875rem;width:100%;max-width:26rem}
.in-app ol{display:grid;gap:.625rem;width:100%;margin:0;padding:0;list-style:none;counter-reset:step;text-align:start}
.in-app li{position:relative;padding:.75rem 1rem;padding-inline-start:3.5rem;border-radius:1rem;background:var(--chip);counter-increment:step}
.in-app li::before{content:counter(step);position:absolute;top:.625rem;inset-inline-start:1rem;display:grid;place-items:center;width:1.75rem;height:1.75rem;border-radius:50%;background:var(--text);color:var(--bg);font-weight:700}
.in-app .or{color:var(--muted);font-size:.9375rem}
.in-app .hint{font-size:.9375rem}
.in-app .quiet{border:0;background:none;color:inherit;text-decoration:underline;text-underline-offset:.2em}
.in-app .button{width:100%}
`;
