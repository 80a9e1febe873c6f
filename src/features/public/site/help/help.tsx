import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { READING_CSS } from "#src/features/public/frame/page/reading-css.ts";
import { articlePath, PATHS } from "#src/lib/paths.ts";
import { type SearchEntry, searchHelp, wordsOf } from "../page/help-search.ts";
import { ArticlePage } from "./ArticlePage.tsx";
import { ARTICLES, type HelpArticle } from "./articles.ts";
import { HelpPage } from "./HelpPage.tsx";

export { ARTICLES };

const BY_SLUG = new Map(ARTICLES.map((article) => [article.slug, article]));

export function findArticle(slug: string): HelpArticle | undefined {
  return BY_SLUG.get(slug);
}

const ENTRIES: readonly SearchEntry[] = ARTICLES.map(({ slug, title, summary, keywords, body }) => {
  const text = body.replace(/<[^<>]*>/g, " ").replace(/&\w+;/g, " ");
  return { slug, title, summary, keywords, text: [...new Set(wordsOf(text))].join(" ") };
});

/** The search index for the browser, as JSON. */
export const HELP_INDEX = JSON.stringify(ENTRIES);

/** The help with all its articles, or only those that match `query`. */
export function helpPage(home: FrameHome, query?: string): FramePage {
  const asked = query?.trim();
  const found = asked ? searchHelp(ENTRIES, asked).flatMap((slug) => findArticle(slug) ?? []) : undefined;
  return {
    path: asked ? null : PATHS.help,
    title: `Help | ${home.instanceName}`,
    description: `How ${home.instanceName} works: profiles, links, design, in-app browsers, analytics and privacy.`,
    css: READING_CSS,
    body: <HelpPage home={home} articles={ARTICLES} query={asked ?? ""} found={found} />,
  };
}

export function articlePage(article: HelpArticle, home: FrameHome): FramePage {
  const { slug, chapter, title, summary } = article;
  const place = { "@type": "ListItem" };
  return {
    path: articlePath(slug),
    title: `${title} | ${home.instanceName} Help`,
    description: summary,
    css: READING_CSS,
    structuredData: {
      "@context": "https://schema.org",
      "@type": "BreadcrumbList",
      itemListElement: [
        { ...place, position: 1, name: "Help", item: `${home.publicUrl}${PATHS.help}` },
        { ...place, position: 2, name: title, item: `${home.publicUrl}${articlePath(slug)}` },
      ],
    },
    body: (
      <ArticlePage
        home={home}
        article={article}
        others={ARTICLES.filter((other) => other.chapter === chapter && other !== article)}
      />
    ),
  };
}
