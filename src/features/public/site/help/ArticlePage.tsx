import type { FrameHome } from "#src/features/public/frame/page/frame-page.ts";
import { TopBar } from "#src/features/public/frame/page/TopBar.tsx";
import { Prose } from "#src/features/public/frame/prose.tsx";
import { articlePath, PATHS } from "#src/lib/paths.ts";
import { anchorOf } from "./anchor.ts";
import type { HelpArticle } from "./articles.ts";
import { SearchForm } from "./SearchForm.tsx";

interface ArticlePageProps {
  home: FrameHome;
  article: HelpArticle;
  /** Other articles in the same chapter. */
  others: readonly HelpArticle[];
}

export function ArticlePage({ home, article, others }: ArticlePageProps) {
  return (
    <>
      <header>
        <TopBar home={home} />
      </header>
      <div className="wide reading">
        <nav aria-label="Breadcrumb" className="crumbs">
          <ol>
            <li>
              <a href={PATHS.help}>Help</a>
            </li>
            <li>
              <a href={`${PATHS.help}#${anchorOf(article.chapter)}`}>{article.chapter}</a>
            </li>
            <li aria-current="page">{article.title}</li>
          </ol>
        </nav>
        <Prose html={article.body}>
          <h1>{article.title}</h1>
          <p className="intro">{article.summary}</p>
        </Prose>
        <aside aria-label="More help">
          <SearchForm query="" />
          {others.length > 0 && (
            <>
              <h2>{article.chapter}</h2>
              <ul>
                {others.map(({ slug, title }) => (
                  <li key={slug}>
                    <a href={articlePath(slug)}>{title}</a>
                  </li>
                ))}
              </ul>
            </>
          )}
          <Support />
        </aside>
      </div>
    </>
  );
}

function Support() {
  return (
    <p>
      Still stuck? <a href={PATHS.helpRequest}>Ask for help</a>
    </p>
  );
}
