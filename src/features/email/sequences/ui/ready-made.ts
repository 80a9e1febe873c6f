import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";
import type { Definition, Step, Trigger } from "#src/features/email/sequences/definition-rules.ts";
import * as words from "./ready-words.ts";
import { days, type MadeMail, type MailPlace, mail } from "./shared/ready-parts.ts";

export interface ReadyStart extends MailPlace {
  catalog: Catalog;
  /** What the page's form gives for a sign-up. Null if it gives nothing. */
  download: string | null;
}

export interface ReadyMade {
  key: string;
  name: string;
  about: string;
  make: (start: ReadyStart) => Partial<Definition>;
}

const SIGN_UP: Trigger[] = [{ type: "lead", profile_ids: [] }];

/** On the page that the sequence is made for. */
const signUpOn = (profileId: string | undefined): Trigger[] =>
  profileId === undefined ? SIGN_UP : [{ type: "lead", profile_ids: [profileId] }];

/** In a segment of that name if there's one, else with a tag. */
function segmentOrTag({ segments }: Catalog, name: string, tag: string): Trigger[] {
  const segment = segments.find((one) => one.name.startsWith(name));
  return [segment ? { type: "segment", segment_id: segment.id } : { type: "tag", tag }];
}

const reacted = (within: number): Condition => ({
  any: [
    { event: "opened", days: within },
    { event: "clicked_email", days: within },
    { event: "replied", days: within },
  ],
});

const tag = (id: string, name: string): Step => ({ id, type: "tag", action: "add", tag: name });

/** Its parts, with days between them: each goes out at nine where the fan lives. */
function course(parts: readonly MadeMail[], pauses: readonly number[], place: MailPlace): Step[] {
  return parts.flatMap((part, at) => {
    const pause = pauses[at - 1];
    const step = mail(`mail-${at + 1}`, part, place);
    return pause === undefined ? [step] : [days(`wait-${at}`, pause), step];
  });
}

/** Sequences to begin with. */
export const READY_MADE: readonly ReadyMade[] = [
  {
    key: "welcome-3",
    name: "Welcome in 3 e-mails",
    about: "Greets everyone who signs up, tells your story, and shows where to find you",
    make: (start) => ({
      triggers: SIGN_UP,
      steps: course([words.hello, words.story, words.places], [2, 3], start),
    }),
  },
  {
    key: "welcome-5",
    name: "Welcome in 5 e-mails",
    about: "Takes two weeks, and marks those who click as engaged",
    make: (start) => ({
      triggers: SIGN_UP,
      steps: [
        ...course([words.hello, words.story, words.favorites], [1, 2], start),
        days("wait-3", 3),
        {
          id: "clicked",
          type: "branch",
          condition: { event: "clicked_email", days: 7 },
          yes: [tag("engaged", "engaged"), mail("mail-4", words.behind, start)],
          no: [mail("mail-4b", words.missed, start)],
        },
        days("wait-4", 5),
        mail("mail-5", words.question, start),
      ],
    }),
  },
  {
    key: "download",
    name: "After a download",
    about: "Delivers it, asks whether it worked, and shows what else there is",
    make: (start) => ({
      triggers: start.download === null ? SIGN_UP : signUpOn(start.profileId),
      exits: { is_replied: true, is_ordered: false, condition: null },
      steps: [
        ...(start.download === null ? [] : [mail("deliver", words.delivered(start.download), start)]),
        { id: "wait-0", type: "wait", wait: { kind: "for", amount: 1, unit: "hours", time: null } },
        ...course([words.downloaded, words.useful, words.more], [3, 4], start),
      ],
    }),
  },
  {
    key: "launch",
    name: "Launch",
    about: "Tells everyone with the tag “launch” what’s coming, and stops once they buy",
    make: (start) => ({
      triggers: [{ type: "tag", tag: "launch" }],
      exits: { is_replied: false, is_ordered: true, condition: null },
      goal: { event: "bought", days: 14 },
      steps: course([words.coming, words.here, words.lastCall], [3, 3], start),
    }),
  },
  {
    key: "win-back",
    name: "Win back",
    about: "For fans who are going cold: two e-mails, until they open or click",
    make: (start) => ({
      triggers: segmentOrTag(start.catalog, "Going cold", "going cold"),
      reentry: "after_end",
      exits: { is_replied: true, is_ordered: true, condition: null },
      steps: [
        mail("mail-1", words.missYou, start),
        {
          id: "reaction",
          type: "wait",
          wait: { kind: "condition", condition: reacted(7), amount: 7, unit: "days" },
        },
        {
          id: "back",
          type: "branch",
          condition: reacted(7),
          yes: [tag("won-back", "won back")],
          no: [mail("mail-2", words.best, start)],
        },
      ],
    }),
  },
  {
    key: "birthday",
    name: "Birthday",
    about: "Wishes a happy birthday every year, at nine where the fan lives",
    make: (start) => ({
      triggers: [
        { type: "date", field: birthdayField(start.catalog), days: 0, is_yearly: true, time: "09:00" },
      ],
      reentry: "after_end",
      steps: [mail("mail-1", words.birthday, start)],
    }),
  },
  {
    key: "purchase",
    name: "After a purchase",
    about: "Says thank you, asks how it is a week later, and marks regulars",
    make: (start) => ({
      triggers: [{ type: "order" }],
      reentry: "after_end",
      steps: [
        ...course([words.thanks, words.howIsIt], [7], start),
        {
          id: "regular",
          type: "branch",
          condition: { event: "bought", at_least: 2 },
          yes: [tag("regulars", "regular")],
          no: [],
        },
      ],
    }),
  },
  {
    key: "sunset",
    name: "Sunset",
    about: "Asks fans who never open whether to go on, and marks those who don’t answer",
    make: (start) => ({
      triggers: segmentOrTag(start.catalog, "Never opened", "never opened"),
      exits: { is_replied: true, is_ordered: false, condition: null },
      steps: [
        mail("mail-1", words.shouldIGoOn, start),
        {
          id: "reaction",
          type: "wait",
          wait: { kind: "condition", condition: reacted(14), amount: 1, unit: "weeks" },
        },
        {
          id: "still-there",
          type: "branch",
          condition: reacted(14),
          yes: [tag("stays", "still here")],
          no: [mail("mail-2", words.goodbye, start), days("wait-2", 7), tag("gone", "sunset")],
        },
      ],
    }),
  },
];

/** The account's own date field for it, or one that it should add. */
function birthdayField({ fields }: Catalog): string {
  const own = fields.filter(({ type }) => type === "date");
  return (own.find(({ key }) => /birth|cumple|geburt/.test(key)) ?? own[0])?.key ?? "birthday";
}
