import type { ItemNote } from "../rules.ts";
import type { FoundItem, FoundLook } from "./found-page.ts";
import { at, idOf, isRecord, type Json, numberOf, pageProps, recordsAt, textOf } from "./json-values.ts";
import type { PageParser, PageSource } from "./page-parser.ts";

const EMBEDS = /VIDEO|MUSIC|SPOTIFY|SOUNDCLOUD|TIKTOK|PODCAST/;

/** Visitors get past these by themselves, so the link stays and its warning becomes ours. */
const WARNINGS = ["age", "sensitivecontent"];
const GATES: readonly (readonly [string, ItemNote])[] = [
  ["passcode", "passcode"],
  ["payment", "paid"],
  ["nft", "token"],
  ["subscribe", "subscribers"],
];

export const linktreeParser: PageParser = {
  key: "linktree",
  label: "Linktree",
  confidence: "exact",
  hosts: ["linktr.ee"],
  recognizes: (source) => isRecord(at(propsOf(source), "account")) && linksOf(propsOf(source)).length > 0,
  parse(source) {
    const props = propsOf(source);
    const account = at(props, "account");
    if (!isRecord(account)) return undefined;
    return {
      name: textOf(account, "pageTitle") ?? textOf(account, "username"),
      bio: textOf(account, "description"),
      picture: textOf(account, "profilePictureUrl", "customAvatar"),
      socials: socialsOf(account),
      items: linksOf(props).map(toItem),
      look: lookOf(account, props),
    };
  },
};

function propsOf({ html, json }: PageSource): unknown {
  const props = pageProps(html, json);
  return props ?? (isRecord(at(json, "account")) ? json : undefined);
}

interface Described {
  rich: Json;
  thin: Json;
}

/**
 * Joins the page's two lists of links. The richer one comes first, and names links by text instead of numbers; either
 * may lack some, or be missing.
 */
function linksOf(props: unknown): Described[] {
  const rich = recordsAt(props, "links");
  const thin = recordsAt(props, "account", "links");
  const thinById = new Map(thin.map((link) => [idOf(link.id), link]));
  const known = new Set(rich.map(({ id }) => idOf(id)));
  return [
    ...rich.map((link) => ({ rich: link, thin: thinById.get(idOf(link.id)) ?? {} })),
    ...thin.filter(({ id }) => !known.has(idOf(id))).map((link) => ({ rich: link, thin: link })),
  ];
}

function toItem({ rich, thin }: Described): FoundItem {
  const type = (textOf(rich, "type") ?? textOf(thin, "type") ?? "").toUpperCase();
  const { isAdult, note } = gateOf(rich, thin);
  const position = numberOf(rich.position) ?? numberOf(thin.position);
  const arranged = {
    title: textOf(rich, "title") ?? textOf(thin, "title"),
    id: idOf(rich.id),
    parent: idOf(at(rich, "parent", "id")) ?? idOf(at(thin, "parent", "id")),
    position,
  };
  if (type === "HEADER") return { ...arranged, kind: "heading" };
  if (type === "GROUP") return { ...arranged, kind: "group" };
  return {
    ...arranged,
    kind: EMBEDS.test(type) ? "embed" : "link",
    url: textOf(rich, "url") ?? textOf(thin, "url"),
    picture: textOf(rich, "thumbnail", "thumbnailUrl") ?? textOf(at(thin, "modifiers"), "thumbnailUrl"),
    isAdult,
    isHidden: note !== undefined,
    note,
  };
}

function gateOf(rich: Json, thin: Json): { isAdult: boolean; note?: ItemNote | undefined } {
  const gate = at(rich, "rules", "gate") ?? at(thin, "rules", "gate");
  const active = new Set<string>();
  const order = at(gate, "activeOrder");
  if (Array.isArray(order))
    for (const name of order) active.add(String(name).toLowerCase().replaceAll("_", ""));
  if (isRecord(gate))
    for (const [name, rule] of Object.entries(gate)) if (isOn(rule)) active.add(name.toLowerCase());
  const names = [...active];
  const note = GATES.find(([word]) => names.some((name) => name.includes(word)))?.[1];
  const isAdult = WARNINGS.some((word) => names.includes(word));
  const isLocked = (rich.locked === true || isRecord(rich.locked)) && !isAdult;
  return { isAdult, note: note ?? (isLocked ? "locked" : undefined) };
}

/** A gate's rule is an object once it's on. Some are there with nothing in them. */
function isOn(rule: unknown): boolean {
  if (rule === true) return true;
  if (!isRecord(rule)) return false;
  return (
    rule.enabled !== false &&
    Object.values(rule).some((value) => value !== null && value !== "" && value !== false)
  );
}

const SOCIAL_NAMES: Readonly<Record<string, string>> = { twitter: "x", email_address: "email" };

function socialsOf(account: Json) {
  return recordsAt(account, "socialLinks")
    .toSorted((one, other) => (numberOf(one.position) ?? 0) - (numberOf(other.position) ?? 0))
    .flatMap((social) => {
      const type = (textOf(social, "type") ?? "").toLowerCase();
      const url = textOf(social, "url");
      return url === undefined ? [] : [{ platform: SOCIAL_NAMES[type] ?? type, url }];
    });
}

function lookOf(account: Json, props: unknown): FoundLook {
  const theme = at(account, "theme") ?? at(props, "theme");
  const newer = at(account, "themeV2") ?? at(props, "themeV2");
  const colors = at(theme, "colors");
  const style = at(newer, "buttonStyle");
  const words = isRecord(style) ? Object.values(style).filter((word) => typeof word === "string") : [style];
  return {
    background: textOf(colors, "body") ?? textOf(at(newer, "background"), "color"),
    button: textOf(colors, "linkBackground"),
    buttonText: textOf(colors, "linkText"),
    text: textOf(at(newer, "typeface"), "color") ?? textOf(at(theme, "typeface"), "color"),
    buttonWords: words.filter((word) => typeof word === "string").join(" "),
  };
}
