/*
 * Caches e-mail whose conditions produce different HTML for different people. The parts around the merge tags
 * are the same for everyone on the same branches, so they're sanitized and checked once for them, and only
 * the values are filled in for each.
 */
import { lruSet } from "#src/lib/lru.ts";
import { cleanRendered, fillMarks, hasMarkedStyle, visibleIn } from "../html/html.ts";
import { type Parsed, renderMarked } from "../merge-tags/merge-tags.ts";

/** The sanitized common part, with marks for the values. */
export interface Branch {
  html: string;
  /** The visible text. Undefined if a value may hide something, which requires a check of each e-mail. */
  visible: string | undefined;
}

/** One e-mail of many. */
export interface RenderedBranch {
  html: string;
  visible: () => string;
}

/** With more branches, each costs as much as the first. */
const BRANCHES_MAX = 20;

export function renderBranch(parsed: Parsed, data: object, frames: Map<string, Branch>): RenderedBranch {
  const { marked, values } = renderMarked(parsed, data);
  // For example, a link without text is invisible.
  const isEmpty = values.map((value) => value.trim() === "");
  const key = `${isEmpty.map(Number).join("")}\0${marked}`;
  const frame = frames.get(key) ?? branchOf(marked, isEmpty);
  lruSet(frames, [key, frame], BRANCHES_MAX);
  const html = fillMarks(frame.html, values);
  const { visible } = frame;
  return {
    html,
    visible: () => (visible === undefined ? visibleIn(html) : fillMarks(visible, values.map(asSeen))),
  };
}

function branchOf(marked: string, isEmpty: boolean[]): Branch {
  const html = cleanRendered(marked);
  if (hasMarkedStyle(html)) return { html, visible: undefined };
  return {
    html,
    visible: visibleIn(
      fillMarks(
        html,
        isEmpty.map((isOne) => (isOne ? "" : undefined)),
      ),
    ),
  };
}

/** Quotation marks are only escaped in merge tags. */
const asSeen = (value: string) => value.replaceAll("&#39;", "'").replaceAll("&#34;", '"');
