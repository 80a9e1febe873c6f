/** The common style of all our pages: background, text, buttons, footer. */
export const BASE_CSS = `html{background:var(--bg);color-scheme:var(--scheme);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0}
*{box-sizing:border-box}
[hidden]{display:none!important}
.page{position:relative;display:flex;flex-direction:column;align-items:center;min-height:100vh;min-height:100dvh;padding:max(3.5rem,env(safe-area-inset-top)) max(1rem,env(safe-area-inset-right)) max(1.25rem,env(safe-area-inset-bottom)) max(1rem,env(safe-area-inset-left));background:var(--wash) var(--bg);color:var(--text);font:1rem/1.5 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif,"Apple Color Emoji","Segoe UI Emoji","Noto Color Emoji";-webkit-font-smoothing:antialiased;overflow-wrap:anywhere}
h1,p,ul{margin:0;padding:0}
ul{list-style:none}
a{color:inherit;-webkit-tap-highlight-color:transparent}
a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,textarea:focus-visible,summary:focus-visible{outline:3px solid var(--text);outline-offset:3px}
svg{display:block;width:1.5rem;height:1.5rem;fill:currentColor}
.line{fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
main{display:flex;flex-direction:column;flex:1;width:100%;max-width:36rem}
footer{padding-top:3rem;text-align:center}
h1{font-size:clamp(1.5rem,1.2rem + 1.6vw,2rem);font-weight:750;line-height:1.2;text-wrap:balance}
h1.long{font-size:1.25rem}
.powered{display:inline-flex;align-items:center;min-height:2.75rem;padding:.25rem 1rem;border-radius:1.5rem;font-size:.875rem;color:var(--muted);text-decoration:none}
.powered b{margin-inline-start:.3em;font-weight:650;color:var(--text)}
button{font:inherit;cursor:pointer}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:3.25rem;padding:.5rem 1.75rem;border:1px solid transparent;border-radius:1.75rem;background:var(--button);color:var(--label);font-weight:650;text-decoration:none;box-shadow:var(--lift)}
@media (hover:hover){.powered:hover{text-decoration:underline;text-underline-offset:.2em}}
`;
