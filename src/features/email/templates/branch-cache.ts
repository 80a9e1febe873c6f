/*
 * E-mail whose conditions put it together differently for different people. What's around the merge tags is the same
 * for all who take the same turns, so it's cleaned and read once for them, and only the values are put in for each.
 */
import { lruSet } from "#src/lib/lru.ts";
import { type Parsed, renderMarked } from "./liquid.ts";
import { cleanRendered, fillMarks, hasMarkedStyle, visibleIn } from "./sanitize.ts";

/** What's the same for many, clean, with marks where their values go. */
export interface Branch {
  html: string;
  /** What readers see of it. Undefined where a value may hide something: then each e-mail is looked at. */
  visible: string | undefined;
}

/** One e-mail of many. */
export interface RenderedBranch {
  html: string;
  visible: () => string;
}

/** More than that many turns, and each costs as much as the first. */
const BRANCHES_MAX = 20;

export function renderBranch(parsed: Parsed, data: object, frames: Map<string, Branch>): RenderedBranch {
  const { marked, values } = renderMarked(parsed, data);
  // A link without words, for one, is nothing to see.
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

/** Quotation marks are only written out in merge tags. */
const asSeen = (value: string) => value.replaceAll("&#39;", "'").replaceAll("&#34;", '"');
