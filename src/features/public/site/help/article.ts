import type { ReactNode } from "react";

/** The help's chapters, in order. */
export const CHAPTERS = [
  "First steps",
  "Your page",
  "Your links",
  "Reach",
  "Numbers and trust",
  "Technology",
] as const;

export interface HelpArticle {
  /** Its path below `/help/`; `report`, `demo` and `index.json` are taken. */
  slug: string;
  chapter: (typeof CHAPTERS)[number];
  title: string;
  /** One sentence about what readers will learn. */
  summary: string;
  /** Other words people search for. */
  keywords: string;
  body: ReactNode;
}
