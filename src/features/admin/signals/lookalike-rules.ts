/* Names that are made to be taken for those of brands. */

export interface Brand {
  name: string;
  /** Its own, each with everything below it. */
  hosts: readonly string[];
}

/** `paypal: paypal.com, paypal.me`. Undefined for anything else. */
export function parseBrand(line: string): Brand | undefined {
  const at = line.indexOf(":");
  if (at === -1) return undefined;
  const name = skeleton(line.slice(0, at).trim().toLowerCase());
  const hosts = line
    .slice(at + 1)
    .split(/[\s,]+/)
    .map((host) => host.toLowerCase().replace(/^www\./, ""))
    .filter(Boolean);
  const isHost = (host: string) => /^(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/.test(host);
  return /^[a-z0-9]{4,40}$/.test(name) && hosts.length > 0 && hosts.every(isHost)
    ? { name, hosts }
    : undefined;
}

/** Letters that look like others, as people who fake names use them. */
const LOOKS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "0": "o",
    "1": "l",
    "3": "e",
    "4": "a",
    "5": "s",
    "7": "t",
    "8": "b",
    а: "a",
    в: "b",
    е: "e",
    і: "i",
    ј: "j",
    к: "k",
    м: "m",
    н: "h",
    о: "o",
    р: "p",
    с: "c",
    ѕ: "s",
    т: "t",
    у: "y",
    х: "x",
    α: "a",
    ε: "e",
    ι: "i",
    κ: "k",
    ν: "v",
    ο: "o",
    ρ: "p",
    τ: "t",
    υ: "u",
    ı: "i",
    ɡ: "g",
    ł: "l",
    ø: "o",
    đ: "d",
  }),
);

/** Has the Latin letter for each of another script that looks like it. Digits stay. */
export function latinLetters(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, (letter) => LOOKS.get(letter) ?? letter);
}

/** How a name looks at a glance: without accents, and with each letter that’s mistaken for another as that one. */
export function skeleton(name: string): string {
  const plain = name.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  return [...plain]
    .map((letter) => LOOKS.get(letter) ?? letter)
    .join("")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}

/** Words beside a brand’s name that are there to make people trust it. */
const LURES =
  /^(?:login|logins|signin|secure|security|verify|verification|verified|account|accounts|support|help|helpdesk|service|services|wallet|update|billing|payment|payments|refund|unlock|confirm|official|customer|recovery|giveaway|airdrop|team|promo|gift|prize)$/;

const LURES_INSIDE =
  /login|signin|secur|verif|account|support|help|service|wallet|billing|refund|unlock|recover|giveaway|airdrop/;

/** The brand that a host pretends to be, if it does. */
export function brandOfHost(host: string, brands: readonly Brand[]): Brand | undefined {
  const labels = readable(host).split(".");
  return brands.find(
    ({ name, hosts }) =>
      !hosts.some((own) => host === own || host.endsWith(`.${own}`)) && isLike(labels, name, hosts),
  );
}

function isLike(labels: readonly string[], name: string, hosts: readonly string[]): boolean {
  // `paypal.com.example.net`
  const whole = labels.join(".");
  if (hosts.some((own) => whole.includes(`${own}.`) && !whole.endsWith(`.${own}`) && startsLabel(whole, own)))
    return true;
  const below = labels.slice(0, -1);
  if (below.some((label) => isFake(label, name))) return true;
  const words = below.flatMap((label) => label.split("-"));
  return words.some((word) => skeleton(word) === name) && words.some((word) => LURES.test(word));
}

const startsLabel = (whole: string, own: string) => whole.startsWith(`${own}.`) || whole.includes(`.${own}.`);

/** Looks like the name without being it, such as `paypa1`, `paypall`, or `payapl`. */
function isFake(label: string, name: string): boolean {
  if (label === name) return false;
  const looks = skeleton(label);
  const parts = label.split("-");
  if (parts.some((part) => part !== name && skeleton(part) === name)) return true;
  return name.length >= NAME_CHARS_SLIPPED && (isDoubled(looks, name) || isSwapped(looks, name));
}

/** Shorter names are too often one slip away from honest words. */
const NAME_CHARS_SLIPPED = 6;

/** One letter more, the same as its neighbor. */
function isDoubled(text: string, name: string): boolean {
  if (text.length !== name.length + 1) return false;
  const at = [...name].findIndex((letter, index) => letter !== text[index]);
  const extra = at === -1 ? name.length : at;
  return text[extra] === text[extra - 1] && text.slice(0, extra) + text.slice(extra + 1) === name;
}

/** Two neighbors the other way round. */
function isSwapped(text: string, name: string): boolean {
  if (text.length !== name.length || text === name) return false;
  const at = [...name].findIndex((letter, index) => letter !== text[index]);
  const swapped = text.slice(0, at) + (text[at + 1] ?? "") + (text[at] ?? "") + text.slice(at + 2);
  return swapped === name;
}

/** The brand that a page’s username or displayed name pretends to be. Fans may have a brand’s name in theirs. */
export function brandOfName(name: string, brands: readonly Brand[]): Brand | undefined {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return brands.find(({ name: brand }) =>
    words.some((word) => {
      const looks = skeleton(word);
      if (looks === brand) return word !== brand || words.some((other) => LURES.test(other));
      const rest = looks.startsWith(brand)
        ? looks.slice(brand.length)
        : looks.endsWith(brand)
          ? looks.slice(0, -brand.length)
          : "";
      return LURES_INSIDE.test(rest);
    }),
  );
}

/** A host with the letters that people see instead of `xn--`. */
export function readable(host: string): string {
  return host
    .split(".")
    .map((label) => (label.startsWith("xn--") ? decodePunycode(label.slice(4)) : label))
    .join(".");
}

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_LETTER = 128;
const LABEL_CHARS_MAX = 63;

/** RFC 3492. Returns what it can’t decode as it is. */
function decodePunycode(text: string): string {
  if (text.length > LABEL_CHARS_MAX) return text;
  const dash = text.lastIndexOf("-");
  const output = [...(dash > 0 ? text.slice(0, dash) : "")];
  let letter = FIRST_LETTER;
  let place = 0;
  let bias = FIRST_BIAS;
  for (let at = dash > 0 ? dash + 1 : 0; at < text.length; ) {
    const before = place;
    for (let weight = 1, step = BASE; ; step += BASE) {
      const digit = Number.parseInt(digitOf(text.charCodeAt(at++)), BASE);
      if (Number.isNaN(digit)) return text;
      place += digit * weight;
      const limit = Math.min(Math.max(step - bias, T_MIN), T_MAX);
      if (digit < limit) break;
      weight *= BASE - limit;
    }
    const count = output.length + 1;
    bias = adapted(place - before, count, before === 0);
    letter += Math.floor(place / count);
    place %= count;
    if (letter > LETTER_MAX) return text;
    output.splice(place++, 0, String.fromCodePoint(letter));
  }
  return output.join("");
}

const LETTER_MAX = 0x10ffff;

/** In Punycode, `a` is 0 and `9` is 35; to JavaScript, `0` is 0 and `z` is 35. */
function digitOf(code: number): string {
  if (code >= 97 && code <= 122) return (code - 97).toString(BASE);
  return code >= 48 && code <= 57 ? (code - 48 + 26).toString(BASE) : "";
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
