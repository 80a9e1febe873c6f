import type { FrameHome } from "#src/features/public/frame/page/frame-page.ts";
import { Waves } from "#src/features/public/frame/page/LogoMark.tsx";
import { TopBar } from "#src/features/public/frame/page/TopBar.tsx";
import { articlePath, PATHS } from "#src/lib/paths.ts";
import { tallyText } from "../page/help-search.ts";
import { anchorOf } from "./anchor.ts";
import { CHAPTERS, type HelpArticle } from "./articles.ts";
import { SearchForm } from "./SearchForm.tsx";

interface HelpPageProps {
  home: FrameHome;
  articles: readonly HelpArticle[];
  query: string;
  /** Results for `query`, best first. Undefined without a query. */
  found: readonly HelpArticle[] | undefined;
}

/** All help articles by chapter, or the results of a search. The script searches while people type. */
export function HelpPage({ home, articles, query, found }: HelpPageProps) {
  return (
    <>
      <header className="stage help-head">
        <Waves className="waves-help" />
        <TopBar home={home} />
        <div className="wide">
          <h1>How can we help?</h1>
          <SearchForm query={query} />
        </div>
      </header>
      <main id="main" className="wide help" data-help="">
        <p className="tally" role="status" data-tally="">
          {found && tallyText(found.length, query)}
        </p>
        <ul className="cards" data-found="" hidden={!found || found.length === 0}>
          {found?.map((article) => (
            <Card key={article.slug} article={article} />
          ))}
        </ul>
        <div className="empty" data-empty="" hidden={found?.length !== 0}>
          <p>
            No matches. Try fewer words, or <a href={PATHS.help}>browse all articles</a>.
          </p>
          <p>
            You can also <a href={PATHS.helpRequest}>ask for help</a>.
          </p>
        </div>
        <div data-chapters="" hidden={found !== undefined}>
          {CHAPTERS.map((chapter) => (
            <section key={chapter} aria-labelledby={anchorOf(chapter)}>
              <h2 id={anchorOf(chapter)}>{chapter}</h2>
              <ul className="cards">
                {articles
                  .filter((article) => article.chapter === chapter)
                  .map((article) => (
                    <Card key={article.slug} article={article} />
                  ))}
              </ul>
            </section>
          ))}
          <p className="tally">
            Didn’t find it? <a href={PATHS.helpRequest}>Ask for help</a>
          </p>
        </div>
      </main>
    </>
  );
}

function Card({ article: { slug, title, summary } }: { article: HelpArticle }) {
  return (
    <li data-article={slug}>
      <a href={articlePath(slug)}>
        <b>{title}</b>
        <span>{summary}</span>
      </a>
    </li>
  );
}
