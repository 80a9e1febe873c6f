import type { Confidence } from "../rules.ts";
import type { FoundPage } from "./found-page.ts";
import type { HtmlFacts } from "./html-facts.ts";

/** What somebody gave us: a page or a file. */
export interface PageSource {
  address: URL | undefined;
  html?: HtmlFacts | undefined;
  json?: unknown;
  rows?: string[][] | undefined;
}

/** How the pages of one service are read. */
export interface PageParser {
  /** What successes are counted under. */
  key: string;
  label: string;
  confidence: Confidence;
  /** Its hosts, each with everything below it. */
  hosts?: readonly string[];
  /** Recognizes its pages on other hosts, and in files. */
  recognizes?: (source: PageSource) => boolean;
  /** Undefined if this isn't such a page after all, or nothing is left of it. */
  parse: (source: PageSource) => FoundPage | undefined;
}
