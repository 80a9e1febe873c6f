/* Detects a file's encoding: by its bytes, or by the decoding with the likeliest letters. */
import { isUtf8 } from "node:buffer";
import { ENCODINGS, type Encoding } from "./rules.ts";

const ZIP = "PK\u0003\u0004";
const OLD_OFFICE = "\u00d0\u00cf\u0011\u00e0";
const PDF = "%PDF";

/**
 * The beginnings of web pages, data, vCards, and word processors' files, which people mistake for CSV by
 * their name.
 */
const OTHER_FORMAT =
  /^(?:\u00ef\u00bb\u00bf)?\s*(?:\{\\rtf|<(?:!doctype|html|head|body|table|meta|\?xml)\b|begin:v(?:card|calendar)|[[{]\s*["{[])/i;

/** Stands in for an encoding that can only be guessed once all letters have arrived. */
export const OTHER = "other";

/**
 * Returns the encoding of a file's beginning: by its byte order mark, by the positions of zeros in UTF-16, or
 * UTF-8. `other` is text whose encoding has to be guessed from its letters. Undefined for anything that isn't
 * text, or is text in another format.
 */
export function encodingOf(start: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | typeof OTHER | undefined {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const head = start.subarray(0, 4096);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > head.length / 4 && even === 0) return "utf-16le";
  if (even > head.length / 4 && odd === 0) return "utf-16be";
  const text = Buffer.from(head).toString("latin1");
  const isPadded = even + odd > 0;
  if (isPadded && (isBinary(text) || (Math.min(even, odd) === 0 && even + odd > STRAY_ZEROS_MAX)))
    return undefined;
  if ([ZIP, OLD_OFFICE, PDF].includes(text.slice(0, 4)) || OTHER_FORMAT.test(text)) return undefined;
  return isUtf8Part(start) ? "utf-8" : OTHER;
}

/** Zeros in every other position mean two-byte letters, and this few may be accidental. */
const STRAY_ZEROS_MAX = 4;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no text has these, and 26 ends old files
const CONTROLS = /[\u0001-\u0008\u000e-\u0019\u001b-\u001f]/;

/** True if data with zeros isn't text: databases pad short cells with them, and have no other controls. */
const isBinary = (text: string) => CONTROLS.test(text) || text.replaceAll("\0", "").trim() === "";

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** True if this may be a part of UTF-8: characters that are cut at either end don't count. */
export function isUtf8Part(part: Uint8Array): boolean {
  let from = 0;
  while (from < 3 && isContinuation(part[from])) from++;
  let to = part.length;
  for (let back = 1; back <= 4 && back <= part.length; back++) {
    const byte = part[part.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    if (byte >= 0xc0) to = part.length - back;
    break;
  }
  return isUtf8(part.subarray(from, Math.max(from, to)));
}

export const LETTERS_BYTES_MAX = 8 * 1024;
const LINE_BYTES_MAX = 300;
/** None of these is the second byte of a letter, in any encoding. */
const isCut = (byte: number | undefined) => byte === undefined || byte < 0x30;
const isLineEnd = (byte: number | undefined) => byte === undefined || byte === 0x0a || byte === 0x0d;

/** Returns the lines of a part that have letters beyond ASCII, up to a few kilobytes. */
export function linesWithLetters(part: Uint8Array, bytesMax: number): Uint8Array {
  const lines: Uint8Array[] = [];
  let bytes = 0;
  for (let at = 0; at < part.length && bytes < bytesMax; at++) {
    if ((part[at] ?? 0) < 0x80) continue;
    let from = at;
    while (!isLineEnd(part[from - 1]) && at - from < LINE_BYTES_MAX) from--;
    while (from < at && !isLineEnd(part[from - 1]) && !isCut(part[from - 1])) from++;
    let to = at;
    while (!isLineEnd(part[to]) && (to - at < LINE_BYTES_MAX || !isCut(part[to]))) to++;
    lines.push(part.subarray(from, to), LINE_END);
    bytes += to - from + 1;
    at = to;
  }
  return Buffer.concat(lines).subarray(0, bytesMax);
}
const LINE_END = new Uint8Array([0x0a]);

/** Letters in the languages of an encoding, the usual ones first, then the rare ones. */
const LATIN: Readonly<Partial<Record<Encoding, readonly [usual: string, seldom: string]>>> = {
  "windows-1252": ["éèàüöäßñçáíóúâêôîëåøæÉÖÜÄÅØÆÁÓÍÚÇÑ", "ìòùûïõãœŒÀÈÊÎÂÔÃÕËÿýšžðþÞÐÝ"],
  "iso-8859-15": ["", "€ŠšŽžŒœŸ"],
  macintosh: ["éèàüöäßñçáíóúâêôîëåøæÉÖÜÄÅØÆÁÓÍÚÇÑ", "ìòùûïõãœŒÀÈÊÎÂÔÃÕËÿ"],
  "windows-1250": ["čřěšžýáíéůťďňłąęóśżćńŁŚŻĆőűöüäúôşăâîČŘŠŽßÁÉÍÓÖÜÚŐŰĽľ", "ŤĎŇŮÝĄĘŃŢţŞĂÎÂÄëçŕĺĹŔźŹđĐ"],
  "iso-8859-2": ["čřěšžýáíéůťďňłąęóśżćńŁŚŻĆőűöüäúôşăâîČŘŠŽßÁÉÍÓÖÜÚŐŰĽľ", "źŹţŢđĐ"],
  "windows-1254": ["ğışİĞŞçöüÇÖÜ", "âîûéäß"],
  "windows-1257": ["āčēģīķļņšūžąęėįųĀČĒĢĪĶĻŅŠŪŽĄĘĖĮŲõäöüÕÄÖÜ", "óéå"],
};

const SCRIPTS: Readonly<Partial<Record<Encoding, RegExp>>> = {
  "windows-1251": /[А-яЁёІіЇїЄєҐґ]/,
  "koi8-r": /[А-яЁё]/,
  "windows-1253": /[Ά-ώ]/,
  "windows-1255": /[\u05b0-\u05f4]/,
  "windows-1256": /[\u060c-\u06d2]/,
  shift_jis: /[ぁ-んァ-ヶー一-龠々]/,
  "euc-jp": /[ぁ-んァ-ヶー一-龠々]/,
  "euc-kr": /[가-힣]/,
  gb18030: /[一-龠]/,
  big5: /[一-龠]/,
};

/** The most frequent characters in text or in names, which distinguish otherwise equal decodings. */
const FREQUENT: Readonly<Partial<Record<Encoding, string>>> = {
  "windows-1251": "оеаинтсрвлкмдпуяіОЕАИНТСРВЛКМДПУ",
  "koi8-r": "оеаинтсрвлкмдпуяОЕАИНТСРВЛКМДПУ",
  "windows-1253": "αοιετσνηυρπκμλςάέήίόύώΑΟΙΕΤΣΝΗΥΡΠΚΜΛΓ",
  "windows-1255": "יוהלאנמרתבשםד",
  "windows-1256": "اليمنرتبدعوهحسأك",
  "euc-kr":
    "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지수현영은미경선희준연인호원동철산부울대광천구시기",
  gb18030:
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏伟芳娜敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚北京上海广州深圳中国",
  big5: "王李張劉陳楊趙黃周吳徐孫胡朱高林何郭馬羅梁宋鄭謝韓唐馮于董蕭程曹袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉余潘杜戴夏美玲志偉雅婷淑芬家豪怡君小明臺台北中高雄香港新竹桃園",
  shift_jis: "田中山本藤佐木村井上野高橋渡辺小林加松清水口川島東京大阪子美一郎",
  "euc-jp": "田中山本藤佐木村井上野高橋渡辺小林加松清水口川島東京大阪子美一郎",
};

/** Top-level domains in addresses hint at the languages. */
const COUNTRIES: Readonly<Partial<Record<Encoding, RegExp>>> = {
  "windows-1250": /\.(?:cz|sk|pl|hu|ro|si|hr|rs|ba)\b/g,
  "windows-1251": /\.(?:ru|ua|by|bg|kz|su)\b/g,
  "windows-1253": /\.(?:gr|cy)\b/g,
  "windows-1254": /\.(?:tr|az)\b/g,
  "windows-1255": /\.il\b/g,
  "windows-1257": /\.(?:lt|lv|ee)\b/g,
  "windows-1252": /\.(?:de|at|ch|fr|be|nl|es|it|pt|br|mx|ar|dk|no|se|fi|is|uk|ie)\b/g,
  shift_jis: /\.jp\b/g,
  "euc-jp": /\.jp\b/g,
  gb18030: /\.cn\b|@(?:qq|163|126)\.com/g,
  big5: /\.(?:tw|hk)\b/g,
  "euc-kr": /\.kr\b|@(?:naver|daum|hanmail)\./g,
};
const COUNTRY_SCORE = 0.4;

const MULTI_BYTE: readonly Encoding[] = ["shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"];

/** Returns the encoding in which these lines are likeliest, with ties in order of frequency. */
export function guessEncoding(lines: Uint8Array): Encoding {
  const scores = ENCODINGS.map((encoding) => ({ encoding, score: scoreOf(lines, encoding) }));
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).encoding;
}

function scoreOf(lines: Uint8Array, encoding: Encoding): number {
  if (encoding.startsWith("utf-16")) return -Infinity;
  const text = read(lines, encoding);
  if (text === undefined) return -Infinity;
  const chars = [...text];
  let score = 0;
  for (const [at, char] of chars.entries()) {
    if (char >= "\u0080") score += charScore(char, [chars[at - 1], chars[at + 1]], encoding);
  }
  return score + COUNTRY_SCORE * (text.match(COUNTRIES[encoding] ?? /(?!)/g)?.length ?? 0);
}

/** Undefined if no text in this encoding has such bytes. A few errors are tolerated in UTF-8. */
function read(lines: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: encoding !== "utf-8" }).decode(lines);
  } catch {
    return undefined;
  }
}

const isLower = (char = "") => /\p{Ll}/u.test(char);
const isUpper = (char = "") => /\p{Lu}/u.test(char);

/** Scores how likely a character is between its neighbors, for each of its bytes. */
function charScore(char: string, [before, after]: (string | undefined)[], encoding: Encoding): number {
  if (char === "\ufffd") return -3;
  if (encoding === "utf-8") return Buffer.byteLength(char) * 1.1;
  if (/[\u0080-\u009f\ue000-\uf8ff]/.test(char)) return -4;
  if (/[’‘“”–—…€\u00a0´`«»¿¡º°ª·、。「」（）　]/.test(char)) return MULTI_BYTE.includes(encoding) ? 0.6 : 0.2;
  if (!/\p{L}/u.test(char)) return -1;
  const broken = (isLower(before) && isUpper(char)) || (isLower(char) && isUpper(after)) ? -2 : 0;
  const script = SCRIPTS[encoding];
  return (
    broken + (script ? scriptScore(char, [before, after], { encoding, script }) : latinScore(char, encoding))
  );
}

function latinScore(char: string, encoding: Encoding): number {
  const [usual, seldom] = LATIN[encoding] ?? ["", ""];
  // If two decodings are equal, the more frequent encoding wins.
  const rank = ENCODINGS.indexOf(encoding) / 100;
  return (usual.includes(char) ? 1 : seldom.includes(char) ? 0.5 : -0.5) - rank;
}

function scriptScore(
  char: string,
  neighbors: (string | undefined)[],
  { encoding, script }: { encoding: Encoding; script: RegExp },
): number {
  const bytes = MULTI_BYTE.includes(encoding) ? 2 : 1;
  const isAlone = neighbors.some((one) => /[a-z]/i.test(one ?? ""));
  if (isAlone) return -1.5 * bytes;
  if (!script.test(char)) return -0.5 * bytes;
  const isFrequent =
    FREQUENT[encoding]?.includes(char) === true || (bytes === 2 && /[ぁ-んァ-ヶー]/.test(char));
  return bytes * (isFrequent ? 1.3 : isCommon(char, encoding) ? 1 : bytes === 2 ? 0.3 : 0.7);
}

/** True for a language's everyday characters, which come first in these encodings. */
function isCommon(char: string, encoding: Encoding): boolean {
  if (!MULTI_BYTE.includes(encoding)) return false;
  if (encoding === "gb18030") return GB_COMMON.has(char);
  if (encoding === "big5") return BIG5_COMMON.has(char);
  if (encoding === "euc-jp" || encoding === "shift_jis") return JIS_COMMON.has(char);
  return true;
}

const rows = (encoding: string, [first, last]: [number, number], trails: readonly [number, number][]) => {
  const decoder = new TextDecoder(encoding);
  const chars = new Set<string>();
  for (let lead = first; lead <= last; lead++)
    for (const [from, to] of trails)
      for (let trail = from; trail <= to; trail++) chars.add(decoder.decode(new Uint8Array([lead, trail])));
  return chars;
};

/** Created on first use, because hardly any import needs them. */
class Lazy {
  #chars: Set<string> | undefined;
  readonly #make: () => Set<string>;
  constructor(make: () => Set<string>) {
    this.#make = make;
  }
  has(char: string): boolean {
    this.#chars ??= this.#make();
    return this.#chars.has(char);
  }
}
const GB_COMMON = new Lazy(() => rows("gb18030", [0xb0, 0xd7], [[0xa1, 0xfe]]));
const BIG5_COMMON = new Lazy(() =>
  rows(
    "big5",
    [0xa4, 0xc6],
    [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  ),
);
const JIS_COMMON = new Lazy(
  () =>
    new Set([
      ...rows("euc-jp", [0xa4, 0xa5], [[0xa1, 0xfe]]),
      ...rows("euc-jp", [0xb0, 0xcf], [[0xa1, 0xfe]]),
    ]),
);

/** UTF-8 that was decoded wrongly before it got into the file, and replacement characters. */
const GARBLED =
  /\ufffd|[\u0080-\u009f]|[ÃÂ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€|ï¿½|ã[\u0080-\u00bf]/;

export function isGarbled(text: string): boolean {
  return GARBLED.test(text);
}
