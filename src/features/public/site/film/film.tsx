import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { READING_CSS } from "#src/features/public/frame/page/reading-css.ts";
import { SignUpLink } from "#src/features/public/frame/page/SignUpLink.tsx";
import { TopBar } from "#src/features/public/frame/page/TopBar.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { FILM_SCENES } from "./scenes.ts";

/** The target of Watch Demo unless the instance has its own video. */

const FILM_CSS = `.film{display:block;width:100%;height:auto;aspect-ratio:16/9;margin-top:1.5rem;border-radius:1.25rem;background:#1d0f3f}
.film::cue{font:600 1.05em/1.35 Inter,system-ui,sans-serif}
.film-page{max-width:64rem}.film-page .prose{max-width:none}`;

/** The product in under a minute. Recorded by `npm run film`; the transcript is the video's own captions. */
export function filmPage(home: FrameHome): FramePage {
  const { instanceName } = home;
  return {
    path: PATHS.demo,
    title: `Watch the demo | ${instanceName}`,
    description: `See ${instanceName} in under a minute: a page, its design, its fans and its numbers.`,
    css: READING_CSS + FILM_CSS,
    body: (
      <>
        <header>
          <TopBar home={home} />
        </header>
        <div className="wide film-page">
          <main id="main" className="prose">
            <h1>See it in under a minute</h1>
            <video
              className="film"
              controls
              autoPlay
              muted
              playsInline
              preload="metadata"
              width={1280}
              height={720}
              poster="/static/demo.webp"
              aria-label="Product demo, silent, with captions"
            >
              <source src="/static/demo.mp4" type="video/mp4" />
              <track kind="captions" src="/static/demo.vtt" srcLang="en" label="English" default />
            </video>
            <h2>Transcript</h2>
            <ol>
              {FILM_SCENES.map(({ key, caption }) => (
                <li key={key}>{caption}</li>
              ))}
            </ol>
            <p>
              <SignUpLink home={home} className="button">
                Get Started Free
              </SignUpLink>
            </p>
          </main>
        </div>
      </>
    ),
  };
}
