import type { ReactElement } from "react";
import type { LeadForm as LeadFormView } from "#src/features/pages/profiles/page/lead-form.ts";
import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";
import { Backdrop } from "../Backdrop.tsx";
import { PageFooter } from "../PageFooter.tsx";
import { visibleName } from "../page-text.ts";
import type { PageHome, PageView } from "../page-view.ts";
import { LeadForm, type LeadProblem } from "./LeadForm.tsx";
import { ThankYou } from "./ThankYou.tsx";

interface SideProps {
  view: Pick<PageView, "username" | "name" | "background">;
  home: PageHome;
  words: VisitorTranslator;
}

/** The form again, with the input and its problems, for visitors without JavaScript. */
export function LeadFormPage({
  form,
  problem,
  ...side
}: SideProps & { form: LeadFormView; problem: LeadProblem }) {
  return (
    <SidePage {...side}>
      <LeadForm view={side.view} form={form} problem={problem} words={side.words} />
    </SidePage>
  );
}

/** Follows the form for visitors without JavaScript. */
export function ThankYouPage({
  text,
  download,
  ...side
}: SideProps & { text: string; download: string | null }) {
  return (
    <SidePage {...side}>
      <ThankYou text={text} download={download} words={side.words} />
    </SidePage>
  );
}

/** A page in the profile's theme, with a link back to it. */
function SidePage({ view, home, words, children }: SideProps & { children: ReactElement }) {
  const name = visibleName(view);
  return (
    <div className="page">
      {view.background && <Backdrop background={view.background} />}
      <main className="aside">
        <h1 className={name.length > 40 ? "long" : undefined}>{name}</h1>
        {children}
        <a className="back" lang={words.language} href={`/${encodeURIComponent(view.username)}`}>
          {words.say("Back to the page")}
        </a>
      </main>
      <PageFooter home={home} />
    </div>
  );
}
