/* Lists of hosts as people publish them: in the form of a hosts file, one host a line, or as rules of ad blockers. */

const LINE_CHARS_MAX = 2000;
const LABEL = "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?";
const DOMAIN = new RegExp(`^(?=.{4,253}$)(?:${LABEL}\\.)+(?:[a-z][a-z0-9-]{0,61}[a-z0-9])$`);
const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
/** What a hosts file leads its hosts to. */
const isSink = (word: string) =>
  IPV4.test(word) || (word.includes(":") && /^[0-9a-f:.]+(?:%\w+)?$/i.test(word));
/** In every hosts file, and no website. */
const OWN_NAMES = new Set([
  "localhost.localdomain",
  "broadcasthost",
  "0.0.0.0",
  "127.0.0.1",
  "255.255.255.255",
]);

/** What a line comes to: its hosts, or `undefined` if it’s meant as something that we don’t understand. */
export function hostsInLine(raw: string): string[] | undefined {
  if (raw.length > LINE_CHARS_MAX) return undefined;
  const said = raw.replace(/^\uFEFF/, "").trim();
  const comment = said.search(/(?:^|\s)[#!;]/);
  const line = (comment === -1 ? said : said.slice(0, comment)).replace(/^\[.*\]$/, "").trim();
  if (line === "") return [];
  const words = line.split(/[\s,]+/).filter(Boolean);
  const isLed = words.length > 1 && isSink(words[0] ?? "");
  const named = isLed ? words.slice(1) : words;
  const hosts = named.map(hostIn);
  // Names of this computer, such as `ip6-localhost`.
  if (isLed && named.every((word) => !word.includes("."))) return [];
  if (hosts.some((host) => host === undefined)) return undefined;
  return (hosts as string[]).filter((host) => !OWN_NAMES.has(host));
}

/** An entry about a single page, or about everything below an ending such as `com`, isn’t about a host. */
function hostIn(word: string): string | undefined {
  const bare = word
    .toLowerCase()
    .replace(/^\|\|/, "")
    .replace(/\^(?:\$[\w,=~-]*)?$/, "")
    .replace(/^https?:\/\//, "")
    .replace(/\/$/, "")
    .replace(/^\*?\./, "")
    .replace(/:\d+$/, "")
    .replace(/\.$/, "");
  const host = /^[\x21-\x7e]*$/.test(bare) ? bare : asciiHost(bare);
  return DOMAIN.test(host) || IPV4.test(host) ? host : undefined;
}

function asciiHost(host: string): string {
  const url = `http://${host}`;
  return /[\p{Cc}/?#@:]/u.test(host) || !URL.canParse(url) ? "" : new URL(url).hostname;
}
