import type { PriceList } from "#src/features/money/entitlements/price-rules.ts";
import type { PlanLimits } from "#src/features/money/entitlements/rules.ts";
import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { READING_CSS } from "#src/features/public/frame/page/reading-css.ts";
import { articlePath, PATHS } from "#src/lib/paths.ts";
import { type SearchEntry, searchHelp, wordsOf } from "../page/help-search.ts";
import { ArticlePage } from "./ArticlePage.tsx";
import { articlesFor, type HelpArticle } from "./articles.ts";
import { HelpPage } from "./HelpPage.tsx";

export { SLUGS } from "./articles.ts";

/** The help as it is on an instance with certain limits and prices. */
export interface Help {
  prices: PriceList;
  articles: readonly HelpArticle[];
  entries: readonly SearchEntry[];
}

/** Renders everything, so whoever calls this keeps it. */
export function makeHelp(limits: PlanLimits, prices: PriceList): Help {
  const articles = articlesFor(limits, prices);
  const entries = articles.map(({ slug, title, summary, keywords, body }) => {
    const text = body.replace(/<[^<>]*>/g, " ").replace(/&\w+;/g, " ");
    return { slug, title, summary, keywords, text: [...new Set(wordsOf(text))].join(" ") };
  });
  return { prices, articles, entries };
}

export function findArticle({ articles }: Help, slug: string): HelpArticle | undefined {
  return articles.find((article) => article.slug === slug);
}

/** The help with all its articles, or only those that match `query`. */
export function helpPage(home: FrameHome, help: Help, query?: string): FramePage {
  const asked = query?.trim();
  const found = asked
    ? searchHelp(help.entries, asked).flatMap((slug) => findArticle(help, slug) ?? [])
    : undefined;
  return {
    path: asked ? null : PATHS.help,
    title: `Help | ${home.instanceName}`,
    description: `How ${home.instanceName} works: profiles, links, design, in-app browsers, analytics and privacy.`,
    css: READING_CSS,
    body: <HelpPage home={home} articles={help.articles} query={asked ?? ""} found={found} />,
  };
}

export function articlePage(home: FrameHome, help: Help, article: HelpArticle): FramePage {
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
        others={help.articles.filter((other) => other.chapter === chapter && other !== article)}
      />
    ),
  };
}
