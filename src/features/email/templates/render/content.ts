/*
 * Renders a template for one person. Its HTML is sanitized and parsed once, then rendered for each recipient.
 * `lint.ts` has the checks before sending.
 */
import type { MergeContact } from "#src/features/audience/contacts/rules.ts";
import { cleanRendered, hasTooManyElements, visibleIn, withoutScriptUrls } from "../html/html.ts";
import {
  ContentError,
  fieldsOf,
  type Parsed,
  parsePart,
  renderPart,
  type UnknownName,
  unknownNames,
} from "../merge-tags/merge-tags.ts";
import { ANONYMOUS_CONTACT, type Content, type Finding, PARTS, type Part } from "../rules.ts";
import { type Branch, type RenderedBranch, renderBranch } from "./branch-cache.ts";
import {
  type ComplianceDetails,
  complianceProblem,
  isAlwaysCompliant,
  withComplianceFooter,
} from "./compliance.ts";
import { lintContent, lintForeignTags, lintRemovedHtml } from "./lint.ts";
import { cacheParts, prepare } from "./prepared-parts.ts";

export interface Recipient {
  contact: MergeContact;
  unsubscribe_url: string;
  /** The URL of the e-mail as a page, if there is one. */
  view_url?: string;
  sender: { name: string; postal_address: string };
}

interface Compiled {
  parts: Record<Part, Parsed>;
  fields: string[];
  unknown: UnknownName[];
  /** Conditions may splice parts together, so the result is sanitized again. */
  isVaried: boolean;
  /** The common parts of branches, if there are conditions and nothing is captured. */
  frames: Map<string, Branch> | undefined;
  /** True if the unsubscribe link and the postal address are where nothing can hide them. Checked once. */
  hasBoth: () => boolean;
}

const compiled = new WeakMap<Content, Compiled>();

/**
 * Renders the e-mail for one recipient. Pass the same object for all of them, because it's parsed only once.
 * Throws `ContentError` for anything that `checkContent` calls a syntax error or an unknown merge tag.
 */
export function renderContent(content: Content, recipient: Recipient): Content {
  return render(content, recipient).rendered;
}

/** Renders unknown names as empty. For previews. */
export function renderUnchecked(content: Content, recipient: Recipient): Content {
  return render(content, recipient, compileParts(content)).rendered;
}

function render(
  content: Content,
  recipient: Recipient,
  { parts, fields, unknown, frames, isVaried } = compile(content),
): { rendered: Content; visible: () => string } {
  const data = withEmpty(dataOf(recipient, fields), unknown);
  const { html, visible } = frames
    ? renderBranch(parts.html, data, frames)
    : renderWhole(parts.html, data, isVaried);
  const inLines = { ...data, sender: recipient.sender };
  const rendered = {
    subject: oneLine(renderPart(parts.subject, data)),
    preheader: oneLine(renderPart(parts.preheader, data)),
    html: withoutScriptUrls(html),
    text: `${renderPart(parts.text, inLines).trim()}\n`,
  };
  return { rendered, visible };
}

function renderWhole(part: Parsed, data: object, isVaried: boolean): RenderedBranch {
  const written = renderPart(part, data);
  const html = isVaried ? cleanRendered(written) : written;
  return { html, visible: () => visibleIn(html) };
}

/**
 * Renders the e-mail for one recipient of many: with a visible unsubscribe link and postal address, in both
 * of its formats. Throws `ContentError` if its author has hidden one of them.
 */
export function renderForMany(content: Content, recipient: Recipient): Content {
  const { hasBoth } = compile(content);
  const { rendered, visible } = render(content, recipient);
  const legal = legalOf(recipient);
  const missing = hasBoth() ? undefined : complianceProblem(visible(), legal);
  if (missing) throw new ContentError(missing);
  return { ...rendered, text: withComplianceFooter(rendered.text, legal) };
}

function legalOf({ unsubscribe_url, sender }: Recipient): ComplianceDetails {
  return { unsubscribe_urls: [unsubscribe_url], postal_address: sender.postal_address };
}

/**
 * Renders the e-mail as a page without personal data. Sanitized again, because browsers run code that inboxes
 * don't.
 */
export function renderPage(content: Content, urls: Omit<Recipient, "contact">): Content {
  const page = renderContent(content, { ...urls, contact: ANONYMOUS_CONTACT });
  return { ...page, html: cleanRendered(page.html) };
}

/**
 * Returns errors that block sending (`stop`), and warnings. `fields` are the custom fields that contacts may
 * have; without them, any may exist.
 */
export function checkContent(content: Content, fields?: readonly string[]): Finding[] {
  const { findings, parsed } = parseAll(content, fields);
  findings.unshift(...lintForeignTags(content));
  const others = [...lintContent(prepare(content), parsed), ...lintRemovedHtml(content.html)];
  const isWhole = !others.some(({ severity }) => severity === "stop");
  if (findings.length === 0) findings.push(...tried(content, isWhole ? renderForMany : renderContent));
  return [...findings, ...others];
}

/** Returns only rendering errors: for transactional e-mail, which needs no unsubscribe link. */
export function checkTags(content: Content, fields: readonly string[]): Finding[] {
  return parseAll(content, fields).findings;
}

function parseAll(content: Content, fields?: readonly string[]): { findings: Finding[]; parsed: Parsed[] } {
  const prepared = prepare(content);
  const findings: Finding[] = [];
  const parsed: Parsed[] = [];
  if (hasTooManyElements(content.html))
    findings.push({
      severity: "stop",
      where: "html",
      message: "This has too many HTML elements. Use fewer.",
    });
  for (const part of PARTS) {
    // Text generated from the HTML repeats its errors.
    if (part === "text" && content.text.trim() === "") continue;
    try {
      const found = parsePart(part, prepared[part]);
      parsed.push(found);
      findings.push(...unknownNames(found, fields).map(({ name: _, ...finding }) => finding));
    } catch (error) {
      findings.push(findingOf(error));
    }
  }
  return { findings, parsed };
}

/** Returns the merge tags that an e-mail uses, such as `contact.fields.city`. */
export function tagsIn(content: Content): string[] {
  const names = parseAll(content).parsed.flatMap(({ names }) => names);
  return [...new Set(names.map(({ path }) => path.join(".")))];
}

/** Returns errors that occur only during rendering. */
function tried(content: Content, render: typeof renderContent): Finding[] {
  try {
    render(content, TRIAL);
    return [];
  } catch (error) {
    return [findingOf(error)];
  }
}

const TRIAL: Recipient = {
  contact: ANONYMOUS_CONTACT,
  unsubscribe_url: "https://unsubscribe.invalid/",
  view_url: "https://view.invalid/",
  sender: { name: "", postal_address: "A postal address" },
};

function findingOf(error: unknown): Finding {
  if (error instanceof ContentError) return error.finding;
  throw error;
}

function compile(content: Content): Compiled {
  const known = compiled.get(content);
  if (known) return known;
  const made = compileParts(content);
  const [wrong] = made.unknown;
  if (wrong) throw new ContentError(wrong);
  compiled.set(content, made);
  return made;
}

function compileParts(content: Content): Compiled {
  const prepared = prepare(content);
  const parse = (part: Part): Parsed => parsePart(part, prepared[part]);
  const parts = {
    subject: parse("subject"),
    preheader: parse("preheader"),
    html: parse("html"),
    text: parse("text"),
  };
  const fields = [...new Set(Object.values(parts).flatMap(fieldsOf))];
  const { html } = prepared;
  const isVaried = html.includes("{%");
  // Captured text is a value, with other values in it.
  const frames = isVaried && !/\bcapture\b/.test(html) ? new Map<string, Branch>() : undefined;
  const unknown = Object.values(parts).flatMap((part) => unknownNames(part));
  const hasBoth = () => {
    const known = bothBefore.get(content) ?? isAlwaysCompliant(html);
    bothBefore.set(content, known);
    return known;
  };
  return { parts, fields, unknown, isVaried, frames, hasBoth };
}

const bothBefore = new WeakMap<Content, boolean>();

/** The slowest work, done in another thread. `isSame`: little work remains for each recipient. */
export interface Prepared {
  parts: Content;
  isSame: boolean;
}

/** This many tags are parsed again here in no time. */
const QUICK_TAGS_MAX = 200;

/** Throws `ContentError` as `renderForMany` would. */
export function prepareForMany(content: Content): Prepared {
  const { parts, isVaried, hasBoth } = compile(content);
  const tags = Object.values(parts).reduce((sum, { names }) => sum + names.length, 0);
  return { parts: prepare(content), isSame: !isVaried && tags <= QUICK_TAGS_MAX && hasBoth() };
}

export function cachePrepared(content: Content, { parts, isSame }: Prepared): void {
  cacheParts(content, parts);
  if (isSame) bothBefore.set(content, true);
}

/** Fields that a contact doesn't have are empty, so that `default` and `if` work on them. */
function dataOf({ contact, unsubscribe_url, view_url = "", sender }: Recipient, fields: string[]) {
  const none = Object.fromEntries(fields.map((field) => [field, null]));
  return {
    contact: { ...contact, fields: { ...none, ...contact.fields } },
    unsubscribe_url,
    preferences_url: unsubscribe_url,
    view_in_browser_url: view_url,
    sender: { ...sender, postal_address: onOneLine(sender.postal_address) },
  };
}

function withEmpty<Data extends object>(data: Data, unknown: readonly UnknownName[]): Data {
  for (const { name } of unknown) setEmpty(data, name);
  return data;
}

function setEmpty(at: object, [key = "", ...rest]: readonly string[]): void {
  const value = rest.length === 0 ? null : {};
  if (!Object.hasOwn(at, key))
    Object.defineProperty(at, key, { value, enumerable: true, writable: true, configurable: true });
  const inner: unknown = Object.getOwnPropertyDescriptor(at, key)?.value;
  if (rest.length > 0 && typeof inner === "object" && inner !== null) setEmpty(inner, rest);
}

const onOneLine = (address: string) =>
  address
    .split("\n")
    .flatMap((line) => line.trim() || [])
    .join(", ");

/** A line break would start another header. */
const oneLine = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is taken out
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, " ").trim();
