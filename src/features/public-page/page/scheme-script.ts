/**
 * Stands in the head and runs before anything is painted, so that nobody sees the wrong colours first (spec §2): the saved
 * choice of light or dark, or else the system's. A promotion that ended for this visitor does not flash up either. The
 * text is the same on every page: the page's policy lets it through by its hash.
 */
export const SCHEME_SCRIPT = `(()=>{let d=document.documentElement.dataset,s;try{s=localStorage.theme;if(localStorage["ended "+location.pathname])d.ended=""}catch{}d.scheme=s=="dark"||s=="light"?s:matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light"})()`;
