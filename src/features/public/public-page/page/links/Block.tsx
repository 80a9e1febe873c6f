import type { ReactNode } from "react";
import { timeLeft } from "#src/features/pages/links/blocks-rules.ts";
import { LeadForm } from "../lead/LeadForm.tsx";
import type { PageBlock, PageLink, PageView } from "../page-view.ts";
import { ContactCard, Embed, MapCard, Support } from "./ClickBlocks.tsx";
import { Markup } from "./Markup.tsx";
import { Gallery, Picture } from "./PictureBlocks.tsx";
import { endOf, listOf, textOf } from "./page-blocks.ts";
import { type BlockProps, Title } from "./Title.tsx";

const BLOCKS: Readonly<Record<PageBlock["kind"], (props: BlockProps) => ReactNode>> = {
  heading: ({ link }) => <Title link={link} />,
  text: ({ link, block }) => (
    <div className="prose">
      <Markup text={textOf(block.content.text)} link={link} />
    </div>
  ),
  picture: Picture,
  gallery: Gallery,
  spacer: ({ block }) => (block.content.look === "line" ? <hr /> : <div className="gap" />),
  embed: Embed,
  contact_card: ContactCard,
  map: MapCard,
  faq: Faq,
  group: Group,
  countdown: Countdown,
  newsletter: ({ view }) => view.lead_form && <LeadForm view={view} form={view.lead_form} />,
  support: Support,
};

/** What's on the page besides links. A block with nothing to show takes no room. */
export function Block({ link, view, children }: { link: PageLink; view: PageView; children?: ReactNode }) {
  if (!link.block || typeof link.id !== "string") return null;
  const Kind = BLOCKS[link.block.kind];
  return (
    <li>
      <Kind link={link} block={link.block} view={view}>
        {children}
      </Kind>
    </li>
  );
}

function Faq({ link, block }: BlockProps) {
  return (
    <>
      <Title link={link} />
      <div className="faq">
        {listOf(block.content.items).map(({ question, answer }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: questions have nothing but their place
          <details className="card panel" key={index}>
            <summary dir="auto">{textOf(question)}</summary>
            <Markup text={textOf(answer)} link={link} />
          </details>
        ))}
      </div>
    </>
  );
}

function Group({ link, block, children }: BlockProps) {
  const { is_collapsible, is_open } = block.content;
  if (is_collapsible === false)
    return (
      <>
        <Title link={link} />
        {children}
      </>
    );
  return (
    <details className="group" open={is_open === true}>
      <summary className="card" dir="auto">
        {textOf(link.title)}
      </summary>
      {children}
    </details>
  );
}

/** The script makes it tick. Without one, the words are right for as long as the page is kept. */
function Countdown({ link, block, view }: BlockProps) {
  const ends = endOf(link);
  if (ends === undefined) return null;
  const left = ends - (view.now ?? Date.now());
  const over = block.content.after === "text" ? textOf(block.content.text) : "";
  if (left <= 0) {
    return over === "" ? null : (
      <p className="over" dir="auto">
        {over}
      </p>
    );
  }
  return (
    <section className="count" data-ends={new Date(ends).toISOString()}>
      <Title link={link} />
      <p className="left" lang="en" role="timer">
        {timeLeft(left)}
      </p>
      {over !== "" && (
        <p className="over" dir="auto" data-over hidden>
          {over}
        </p>
      )}
    </section>
  );
}
