/** The list of past e-mails is quieter than the links, which people come for. */
export const PAST_CSS = `.past{margin-top:2rem}
.past h2{margin:0 0 .5rem;font-size:1.125rem;font-weight:700;text-align:center}
.past li a{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.125rem 1rem;min-height:2.75rem;padding:.625rem .25rem;border-bottom:1px solid var(--edge);text-decoration:none}
.past span{font-weight:600}
.past time{font-size:.875rem;color:var(--soft)}
.past .more{display:flex;align-items:center;justify-content:center;min-height:2.75rem;font-size:.9375rem;text-underline-offset:.2em}
@media (hover:hover){.past li a:hover span{text-decoration:underline;text-underline-offset:.2em}}
`;
