/** The share button, opposite to the one between light and dark; like it, it is there once a script is. */
export const SHARE_CSS = `main{position:relative}
.share{display:none}
:root[data-scheme] .share{position:absolute;z-index:1;top:0;right:0;display:grid;place-items:center;width:2.75rem;height:2.75rem;padding:0;border:1px solid transparent;border-radius:50%;background:var(--chip);color:var(--text)}
.share svg{width:1.25rem;height:1.25rem}
`;
