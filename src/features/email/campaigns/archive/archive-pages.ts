/* The documents of the public archive: the list of e-mails, their feed, and the frame of an e-mail. */

export interface Archive {
  name: string;
  page_url: string;
  list_url: string;
  feed_url: string;
  emails: { id: string; url: string; subject: string; preheader: string; sent_at: string }[];
}

/** Characters that XML 1.0 forbids. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_XML, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

/** Renders an RSS 2.0 feed. The ids stay when the page gets another URL. */
export function feedDocument({ name, page_url, list_url, feed_url, emails }: Archive): string {
  const items = emails.map(
    ({ id, url, subject, preheader, sent_at }) => `<item>
<title>${escaped(subject)}</title>
<link>${escaped(url)}</link>
<guid isPermaLink="false">urn:uuid:${id}</guid>
<pubDate>${new Date(sent_at).toUTCString()}</pubDate>
<description>${escaped(preheader)}</description>
</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escaped(titleOf(name))}</title>
<link>${escaped(list_url)}</link>
<atom:link href="${escaped(feed_url)}" rel="self" type="application/rss+xml"/>
<description>${escaped(`What ${name} has sent. Their page: ${page_url}`)}</description>
<language>en</language>
${items.join("\n")}
</channel>
</rss>
`;
}

const titleOf = (name: string) => `E-mails from ${name}`;

const CSS = `:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1d1729;background:#fdfcff;overflow-wrap:anywhere}
main{max-width:40rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.6rem;line-height:1.25;margin:1rem 0 .5rem}
a{color:#5a2fc2}ul{list-style:none;margin:1.5rem 0 0;padding:0}
li{border-top:1px solid #ded8ea;padding:1rem 0}
li a{display:block;font-size:1.1rem;font-weight:600}
time,p{color:#5a5368;margin:.25rem 0 0}time{font-size:.9rem}nav a{display:inline-block;padding:.4rem 1rem .4rem 0}
@media(prefers-color-scheme:dark){body{color:#f1edf9;background:#110d1b}a{color:#bda3ff}li{border-color:#362f45}time,p{color:#b3abc4}}`;

const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

export function archiveDocument({ name, page_url, feed_url, emails }: Archive): string {
  const title = escaped(titleOf(name));
  const items = emails.map(
    ({ url, subject, preheader, sent_at }) => `<li><a href="${escaped(url)}">${escaped(subject)}</a>
<time datetime="${sent_at.slice(0, 10)}">${DAY.format(new Date(sent_at))}</time>${preheader === "" ? "" : `<p>${escaped(preheader)}</p>`}</li>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title>
<link rel="alternate" type="application/rss+xml" title="${title}" href="${escaped(feed_url)}"><style>${CSS}</style></head>
<body><main><nav aria-label="More"><a href="${escaped(page_url)}">${escaped(name)}’s page</a><a href="${escaped(feed_url)}">RSS feed</a></nav>
<h1>${title}</h1>
<ul>
${items.join("\n")}
</ul></main></body></html>
`;
}

/** Breaks words wider than a phone, unless the e-mail has its own rule. */
const BROKEN_WORDS = ":where(body){overflow-wrap:break-word}";

/** Renders an e-mail as a page of its own. Personal links, such as the one to unsubscribe, are disabled. */
export function asPublicPage(html: string, { subject, url }: { subject: string; url: string }): string {
  const head = `<meta name="robots" content="noindex"><link rel="canonical" href="${escaped(url)}"><title>${escaped(subject)}</title><style>${BROKEN_WORDS}</style>`;
  const plain = html.replace(/<title>[^<]*<\/title>/gi, "").replace(/(<a\b[^<>]*?)\shref=""/gi, "$1");
  return /<head\b[^<>]*>/i.test(plain)
    ? plain.replace(/<head\b[^<>]*>/i, (start) => start + head)
    : plain.replace(/^(?:<!doctype html>)?/i, (start) => `${start}${head}`);
}
