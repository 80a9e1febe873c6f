import type { ReactNode } from "react";

/** The chapters of the help, in their order. */
export const CHAPTERS = [
  "First steps",
  "Your page",
  "Your links",
  "Reach",
  "Numbers and trust",
  "Technology",
] as const;

export interface HelpArticle {
  /** Its address below `/help/`; `report` and `index.json` are taken. */
  slug: string;
  chapter: (typeof CHAPTERS)[number];
  title: string;
  /** One sentence: what a reader will know afterwards. */
  summary: string;
  /** Other words that people look for. */
  keywords: string;
  body: ReactNode;
}
