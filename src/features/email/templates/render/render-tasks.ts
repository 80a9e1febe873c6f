/*
 * The rendering tasks. Each takes time in proportion to the source, which may be large: `render.ts` decides
 * in which thread.
 */
import { lruSet } from "#src/lib/lru.ts";
import { compileBlock, compileBlocks, compileMarkdown, type Facts } from "../blocks/blocks.ts";
import type { Block } from "../blocks/blocks-contract.ts";
import { cleanHtml } from "../html/html.ts";
import { ContentError } from "../merge-tags/merge-tags.ts";
import type { Content, Finding, Theme } from "../rules.ts";
import {
  checkContent,
  checkTags,
  prepareForMany,
  type Recipient,
  renderContent,
  renderForMany,
  renderPage,
  tagsIn,
} from "./content.ts";
import { renderLeniently } from "./lenient-render.ts";
import { toText } from "./prepared-parts.ts";

/** An e-mail in blocks, to find out which of them a finding is about. */
export interface InBlocks {
  blocks: readonly Block[];
  theme: Theme;
  facts: Facts;
}

/** An e-mail with a number for the cache, because posting it creates a copy. */
export interface Numbered {
  id: number;
  content: Content;
}

const KNOWN_MAX = 5;
const known = new Map<number, Content>();

function sameAsBefore({ id, content }: Numbered): Content {
  const same = known.get(id) ?? content;
  lruSet(known, [id, same], KNOWN_MAX);
  return same;
}

export const renderTasks = {
  markdown: compileMarkdown,
  blocks: ({ blocks, theme, facts }: InBlocks) => compileBlocks(blocks, theme, facts),
  /** Blocks without a layout, for e-mail that has one of its own. */
  body: ({ blocks, theme, facts }: InBlocks) => {
    const html = cleanHtml(blocks.map((block) => compileBlock(block, theme, facts)).join(""));
    return { html, text: toText(html).trim() };
  },
  clean: cleanHtml,
  text: (html: string) => toText(cleanHtml(html)).trim(),
  frozen: ({ html, text }: Content) => {
    const clean = cleanHtml(html);
    return { html: clean, text: text.trim() === "" ? toText(clean) : text };
  },
  tags: tagsIn,
  check: checkContent,
  preview: (content: Content, recipient: Recipient, { fields, inBlocks }: Wanted) => ({
    findings: placed(checkContent(content, fields), fields, inBlocks),
    shown: shown(content, recipient),
  }),
  /** For transactional e-mail. */
  mail: (content: Content, recipient: Recipient, fields: readonly string[]): Content => {
    const [finding] = checkTags(content, fields);
    if (finding) throw new ContentError(finding);
    return renderContent(content, recipient);
  },
  one: (numbered: Numbered, recipient: Recipient) => renderContent(sameAsBefore(numbered), recipient),
  page: (numbered: Numbered, urls: Omit<Recipient, "contact">) => renderPage(sameAsBefore(numbered), urls),
  prepare: (numbered: Numbered) => prepareForMany(sameAsBefore(numbered)),
  forMany: (numbered: Numbered, recipient: Recipient) => timed(sameAsBefore(numbered), recipient),
};

export interface Timed {
  written: Content;
  ms: number;
}

export function timed(content: Content, recipient: Recipient): Timed {
  const since = performance.now();
  const written = renderForMany(content, recipient);
  return { written, ms: performance.now() - since };
}

interface Wanted {
  fields: readonly string[];
  inBlocks?: InBlocks | undefined;
}

/** Renders as much as possible, with errors marked. The findings explain them. */
function shown(content: Content, recipient: Recipient): Content {
  try {
    return renderLeniently(content, recipient);
  } catch {
    return { subject: content.subject, preheader: "", html: "", text: "" };
  }
}

/** The time limit for finding a block, which is helpful but not worth waiting for. */
const IN_BLOCKS_MS_MAX = 500;

/** Finds the block of each finding, by trying them one by one. */
function placed(findings: Finding[], fields: readonly string[], inBlocks: InBlocks | undefined) {
  if (!inBlocks || !findings.some(({ where }) => where === "html")) return findings;
  const owners = new Map<string, string>();
  const until = performance.now() + IN_BLOCKS_MS_MAX;
  for (const block of inBlocks.blocks) {
    if (performance.now() > until) break;
    const html = compileBlock(block, inBlocks.theme, inBlocks.facts);
    if (html === "") continue;
    for (const { message } of checkContent({ ...EMPTY, html }, fields))
      if (!owners.has(message)) owners.set(message, block.id);
  }
  const general = new Set(checkContent(EMPTY, fields).map(({ message }) => message));
  return findings.map((finding) => {
    const block = general.has(finding.message) ? undefined : owners.get(finding.message);
    return finding.where === "html" ? { ...finding, line: undefined, ...(block && { block }) } : finding;
  });
}

const EMPTY: Content = { subject: "", preheader: "", html: "", text: "" };
