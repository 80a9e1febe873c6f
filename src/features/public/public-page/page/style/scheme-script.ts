/**
 * Runs in the head before anything is painted, so that nobody sees the wrong colors first (spec §2): the
 * saved choice of light or dark, or else the system's. It also keeps a promotion that has ended for this
 * visitor from flashing up; the next one does show. It is the same on every page, whose policy allows it by
 * its hash.
 */
export const SCHEME_SCRIPT = `(()=>{let d=document.documentElement.dataset,p=document.currentScript.dataset.promotion,s;try{s=localStorage.theme;if(p&&localStorage["ended "+location.pathname]==p)d.ended=""}catch{}d.scheme=s=="dark"||s=="light"?s:matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light"})()`;
