import type { ReactNode } from "react";
import type { LeavingReason } from "#src/features/audience/consent-records/rules.ts";
import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { readingPage } from "#src/features/public/frame/page/reading-page.tsx";
import { bidiIsolate } from "#src/lib/text.ts";
import type { PreferenceAction, Preferences } from "./preference-center.ts";

export interface PreferencesView {
  /** Undefined for an invalid link. */
  found?: Preferences | undefined;
  done?: PreferenceAction | undefined;
  refusal?: { status: number; message: string };
}

const CSS = `details{margin-top:2rem}.report.choices{display:flex;flex-wrap:wrap;gap:.75rem}.report button.quiet{color:var(--ink);background:none;border:1px solid var(--edge)}.report button.danger{color:light-dark(#ab2018,#ff9d95);background:none;border:1px solid currentColor}`;

/** A fan's current subscriptions, and buttons to change them. */
export function preferencesPage(home: FrameHome, given: PreferencesView): FramePage {
  const status = given.refusal?.status ?? (given.found ? 200 : 404);
  return readingPage(home, { title: "Your e-mail", status, css: CSS }, contentOf(given));
}

function contentOf({ found, done, refusal }: PreferencesView): ReactNode {
  if (refusal) return <Words title="That was too much">{refusal.message}</Words>;
  if (!found)
    return (
      <Words title="This link doesn’t work">
        It may be cut off. Open it from the e-mail again, or reply to that e-mail and ask to be removed.
      </Words>
    );
  const sender = bidiIsolate(found.sender);
  if (found.state === "gone")
    return (
      <Words title="You’re not on this list">
        {sender} doesn’t have your e-mail address anymore, and won’t write to you.
      </Words>
    );
  if (found.state === "elsewhere")
    return (
      <>
        <Words title={`E-mail from ${sender}`}>{sender} writes to another address of yours.</Words>
        <Choices>
          <Choice action="unsubscribe">Unsubscribe</Choice>
        </Choices>
        <Erasing sender={sender} />
      </>
    );
  if (found.state === "off") return <Off found={found} sender={sender} done={done} />;
  return (
    <>
      <Words title={`E-mail from ${sender}`}>
        {found.state === "paused"
          ? `${found.email} gets nothing until ${dayOf(found.paused_until)}.`
          : `Sent to ${found.email}.`}
      </Words>
      <Choices>
        <Choice action="unsubscribe">Unsubscribe</Choice>
        {found.state === "paused" ? (
          <Choice action="resume" look="quiet">
            End the pause
          </Choice>
        ) : (
          <Choice action="pause" look="quiet">
            Pause for 30 days
          </Choice>
        )}
      </Choices>
      <Topics found={found} />
      <LessOften found={found} />
      <Copy sender={sender} isAsked={done === "copy"} />
      <Erasing sender={sender} />
    </>
  );
}

/** Topics to leave without unsubscribing from everything. */
function Topics({ found: { topics } }: { found: Preferences }) {
  if (topics.length === 0) return null;
  const [on, off] = [topics.filter(({ is_on }) => is_on), topics.filter(({ is_on }) => !is_on)];
  return (
    <>
      <h2>What about</h2>
      {on.length > 0 && <p>You get: {on.map(({ name }) => name).join(", ")}.</p>}
      <TopicForm action="leave" verb="Leave" topics={on} />
      <TopicForm action="join" verb="Get" topics={off} />
    </>
  );
}

interface TopicFormProps {
  action: PreferenceAction;
  verb: string;
  topics: Preferences["topics"];
}

function TopicForm({ action, verb, topics }: TopicFormProps) {
  if (topics.length === 0) return null;
  return (
    <Choices>
      <input type="hidden" name="action" value={action} />
      {topics.map(({ key, name }) => (
        <button key={key} type="submit" name="topic" value={key} className="quiet">
          {verb} “{bidiIsolate(name)}”
        </button>
      ))}
    </Choices>
  );
}

const PACES = [
  { action: "always", days: null, label: "Every e-mail" },
  { action: "weekly", days: 7, label: "One a week at most" },
  { action: "monthly", days: 30, label: "One a month at most" },
] as const;

function LessOften({ found }: { found: Preferences }) {
  const now = PACES.find(({ days }) => days === found.every_days) ?? PACES[0];
  return (
    <>
      <h2>How often</h2>
      <p>You get: {now.label.charAt(0).toLowerCase() + now.label.slice(1)}.</p>
      <Choices>
        {PACES.filter((pace) => pace !== now).map(({ action, label }) => (
          <Choice key={action} action={action} look="quiet">
            {label}
          </Choice>
        ))}
      </Choices>
    </>
  );
}

/** The link's holder isn't always the fan, so the sender sends the copy to the address they know. */
function Copy({ sender, isAsked }: { sender: string; isAsked: boolean }) {
  return (
    <>
      <h2>What {sender} knows about you</h2>
      {isAsked ? (
        <p role="status">We’ve told {sender} that you’d like a copy. They have a month to send it to you.</p>
      ) : (
        <Choices>
          <Choice action="copy" look="quiet">
            Ask for a copy
          </Choice>
        </Choices>
      )}
    </>
  );
}

const REASONS: readonly { value: LeavingReason; label: string }[] = [
  { value: "too_many", label: "Too many e-mails" },
  { value: "not_interested", label: "I’m no longer interested" },
  { value: "never_signed_up", label: "I never signed up" },
  { value: "other", label: "Something else" },
];

function Off({
  found,
  sender,
  done,
}: {
  found: Preferences;
  sender: string;
  done: PreferenceAction | undefined;
}) {
  return (
    <>
      <Words title={done === "reason" ? "Thanks for telling us" : "You’re unsubscribed"}>
        {sender} won’t e-mail {found.email} anymore.
      </Words>
      {done === "unsubscribe" && (
        <form method="post" className="report">
          <input type="hidden" name="action" value="reason" />
          <fieldset>
            <legend>Would you say why? You don’t have to.</legend>
            {REASONS.map(({ value, label }) => (
              <label key={value} className="reason">
                <input type="radio" name="reason" value={value} required />
                {label}
              </label>
            ))}
          </fieldset>
          <button type="submit" className="quiet">
            Send
          </button>
        </form>
      )}
      <Choices>
        <Choice action="resume" look="quiet">
          Subscribe again
        </Choice>
      </Choices>
      <Erasing sender={sender} />
    </>
  );
}

/** Requires a confirmation, because it can't be undone. */
function Erasing({ sender }: { sender: string }) {
  return (
    <details>
      <summary>Erase everything about me</summary>
      <p>
        This deletes your name, e-mail address, and history with {sender} for good. We only keep what’s needed
        to make sure they don’t write to you again.
      </p>
      <Choices>
        <Choice action="erase" look="danger">
          Erase me
        </Choice>
      </Choices>
    </details>
  );
}

function Choices({ children }: { children: ReactNode }) {
  return (
    <form method="post" className="report choices">
      {children}
    </form>
  );
}

function Choice({
  action,
  look,
  children,
}: {
  action: PreferenceAction;
  look?: string;
  children: ReactNode;
}) {
  return (
    <button type="submit" name="action" value={action} className={look}>
      {children}
    </button>
  );
}

function dayOf(time: string | null): string {
  return new Date(time ?? 0).toLocaleDateString("en-US", {
    month: "long",
    day: "numeric",
    year: "numeric",
    timeZone: "UTC",
  });
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1>{title}</h1>
      <p>{children}</p>
    </>
  );
}
