import type { ReactNode } from "react";
import type { VisitorLanguage } from "#src/lib/language.ts";
import type { FrameHome, FramePage } from "./frame-page.ts";
import { FORM_CSS, READING_CSS } from "./reading-css.ts";
import { TopBar } from "./TopBar.tsx";

interface Shown {
  title: string;
  status?: number;
  /** The page's styles besides those of text and forms. */
  css?: string;
  /** The language of the content, English if absent. The bar is in English. */
  language?: VisitorLanguage;
}

/** A page for one task: text and a form, not for search engines. */
export function readingPage(
  home: FrameHome,
  { title, status = 200, css = "", language = "en" }: Shown,
  content: ReactNode,
): FramePage {
  return {
    path: null,
    status,
    title: `${title} | ${home.instanceName}`,
    language,
    description: "",
    css: READING_CSS + FORM_CSS + css,
    body: (
      <>
        <header lang={language === "en" ? undefined : "en"}>
          <TopBar home={home} />
        </header>
        <div className="wide reading">
          <main id="main" className="prose">
            {content}
          </main>
        </div>
      </>
    ),
  };
}
