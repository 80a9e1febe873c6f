import { visitorLanguageOf } from "#src/lib/language.ts";
import { OFFLINE_TEXTS } from "./offline-texts.ts";

const STYLE = `:root{color-scheme:light dark}body{display:grid;place-content:center;gap:1rem;min-height:100vh;min-height:100dvh;margin:0;padding:2rem;box-sizing:border-box;background:linear-gradient(165deg,#ede5ff,#f8f5ff 45%,#e6dcff);color:#2e1065;font:1.0625rem/1.55 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif;text-align:center;justify-items:center}h1{margin:0;font-size:1.75rem;line-height:1.2}p{max-width:26rem;margin:0}a{display:inline-flex;align-items:center;min-height:3.25rem;margin-top:.5rem;padding:0 1.75rem;border-radius:1.75rem;background:#fff;color:#2e1065;font-weight:650;text-decoration:none}a:focus-visible{outline:3px solid;outline-offset:3px}@media(prefers-color-scheme:dark){body{background:linear-gradient(165deg,#2a1260,#190a3d 45%,#110628);color:#fff}a{background:#37206e;color:#fff}}`;

/** Stands in for a page that was never visited, while there's no network. `languages` are the browser's. */
export function offlinePage(languages: readonly string[]): Response {
  const language = visitorLanguageOf(languages) ?? "en";
  const { title, text, action } = OFFLINE_TEXTS[language];
  const html = `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1><p>${text}</p><a href="">${action}</a></body></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      // This document contains nothing but our own markup.
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
    },
  });
}
