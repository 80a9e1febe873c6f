/** The owner's picture behind everything, and the overlay between it and the text. */
export const PICTURE_CSS = `.backdrop{position:fixed;z-index:-1;inset:0;background:var(--bg);overflow:hidden}
.backdrop img{display:block;width:100%;height:100%;object-fit:cover}
.backdrop::after{content:"";position:absolute;inset:0;background:var(--veil)}
.page{background:none;isolation:isolate}
.head,.social,footer,.empty{text-shadow:0 0 .75rem var(--bg),0 0 .25rem var(--bg)}
.face,.chips span,.chips p{text-shadow:none}
.chips p{background:var(--bg);color:var(--text)}
@media (forced-colors:active){.backdrop{display:none}}
`;
