import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";
import type { Action, Definition, Trigger } from "#src/features/email/automations/definition-rules.ts";
import {
  type MadeMail,
  type MailPlace,
  mailOf,
} from "#src/features/email/sequences/ui/shared/ready-parts.ts";
import type { RuleCatalog } from "../action-sentence.ts";
import { NO_ID } from "../editor/new-trigger.ts";
import * as mails from "./ready-mails.ts";

export interface ReadyStart extends MailPlace {
  catalog: RuleCatalog;
}

export interface ReadyMade {
  key: string;
  name: string;
  about: string;
  make: (start: ReadyStart) => Partial<Definition>;
}

const send = (made: MadeMail, place: MailPlace): Action => ({
  id: "send",
  type: "send",
  mail: mailOf(made, place),
});
const tag = (name: string): Action => ({ id: "tag", type: "tag", action: "add", tag: name });
const notify = (text: string): Action => ({ id: "notify", type: "notify", text, person_id: null });

const TOP_FAN: Condition = {
  any: [
    { event: "clicked_email", at_least: 5 },
    { event: "bought", at_least: 2 },
  ],
};

const FROM_TIKTOK: Condition = {
  any: [
    { attribute: "app", operator: "equals", value: "TikTok" },
    { attribute: "referrer", operator: "contains", value: "tiktok.com" },
  ],
};

/** Once a day, in the evening or in the morning, about nobody in particular. */
const daily = (time: string): Trigger[] => [
  { type: "schedule", every: "day", time, day: 1, is_for_each: false },
];

const SHOP = /shop|store|merch|tienda|buy|comprar/i;
/** The link to the shop, by its name. */
const shopOf = ({ links }: RuleCatalog): string[] =>
  links.filter(({ name }) => SHOP.test(name)).map(({ id }) => id);

const WIN_BACK = /win.?back|recuper/i;

/** Rules to begin with. What an account hasn't got yet, the check asks for. */
export const READY_MADE: readonly ReadyMade[] = [
  {
    key: "thank-buyers",
    name: "Thank buyers",
    about: "Says thank you for each order, and tags whoever bought",
    make: (start) => ({
      triggers: [{ type: "order" }],
      actions: [tag("buyer"), send(mails.thanks, start)],
    }),
  },
  {
    key: "top-fan",
    name: "A top fan replies",
    about: "Tells you, so that you can answer at once",
    make: () => ({
      triggers: [{ type: "replied" }],
      condition: TOP_FAN,
      actions: [notify("A top fan replied")],
    }),
  },
  {
    key: "shop-clicks",
    name: "Tag shop visitors",
    about: "Tags whoever clicks the link to your shop",
    make: ({ catalog }) => ({
      triggers: [{ type: "link_clicked", link_ids: shopOf(catalog) }],
      actions: [tag("shop")],
    }),
  },
  {
    key: "tiktok",
    name: "Welcome from TikTok",
    about: "Greets fans who come from there in their own way",
    make: (start) => ({
      triggers: [{ type: "lead", profile_ids: [] }],
      condition: FROM_TIKTOK,
      actions: [tag("tiktok"), send(mails.fromTikTok, start)],
    }),
  },
  {
    key: "follow-up",
    name: "Clicked, but didn’t buy",
    about: "Writes two days after a click on your shop, unless they ordered",
    make: (start) => ({
      triggers: [{ type: "schedule", every: "day", time: "10:00", day: 1, is_for_each: true }],
      condition: clickedTwoDaysAgo(shopOf(start.catalog)[0]),
      actions: [send(mails.stillLooking, start)],
    }),
  },
  {
    key: "complaints",
    name: "Marked as spam",
    about: "Writes to them no more, and tells you",
    make: () => ({
      triggers: [{ type: "complained" }],
      actions: [{ id: "suppress", type: "suppress" }, notify("Someone marked an e-mail as spam")],
    }),
  },
  {
    key: "new-leads",
    name: "Sort in new leads",
    about: "Moves each new lead to a stage, and gives them an owner",
    make: ({ catalog }) => ({
      triggers: [{ type: "contact_added" }],
      actions: [
        { id: "stage", type: "stage", stage_id: catalog.stages[0]?.id ?? null },
        { id: "owner", type: "owner", owner_id: catalog.owners[0]?.id ?? null },
      ],
    }),
  },
  {
    key: "night",
    name: "Hide a promotion at night",
    about: "Takes it off your page at ten in the evening",
    make: ({ profileId }) => ({
      triggers: daily("22:00"),
      actions: [{ id: "hide", type: "promotion", action: "hide", profile_id: profileId ?? null }],
    }),
  },
  {
    key: "morning",
    name: "Show it in the morning",
    about: "Puts a promotion back on your page at eight",
    make: ({ profileId }) => ({
      triggers: daily("08:00"),
      actions: [{ id: "show", type: "promotion", action: "show", profile_id: profileId ?? null }],
    }),
  },
  {
    key: "win-back",
    name: "Win back",
    about: "After 60 days of nothing, starts your win-back sequence",
    make: ({ catalog }) => ({
      triggers: [{ type: "inactive", days: 60 }],
      actions: [
        {
          id: "start",
          type: "start_sequence",
          sequence_id: catalog.sequences.find(({ name }) => WIN_BACK.test(name))?.id ?? null,
        },
      ],
    }),
  },
  {
    key: "birthday",
    name: "Birthday",
    about: "Wishes a happy birthday, at nine where the fan lives",
    make: (start) => ({
      triggers: [
        { type: "date", field: birthdayField(start.catalog), days: 0, is_yearly: true, time: "09:00" },
      ],
      actions: [send(mails.birthday, start)],
    }),
  },
  {
    key: "big-order",
    name: "Big order",
    about: "Makes a task of thanking whoever spends 100 or more",
    make: () => ({
      triggers: [{ type: "order" }],
      event_tests: [{ fact: "amount", operator: "at_least", value: 100 }],
      actions: [
        { id: "task", type: "task", title: "Thank them in person", days: 1, assignee_id: null },
        notify("A big order came in"),
      ],
    }),
  },
  {
    key: "incoming",
    name: "Tag by another program",
    about: "Tags whomever another program calls about, such as your course or ticket shop",
    make: ({ catalog }) => ({
      triggers: [{ type: "webhook", webhook_id: catalog.webhooks[0]?.id ?? NO_ID }],
      actions: [tag("customer")],
    }),
  },
  {
    key: "topic-off",
    name: "Turned off a topic",
    about: "Writes it down, so that nobody asks again",
    make: ({ catalog }) => ({
      triggers: [{ type: "unsubscribed", topic: catalog.topics.at(-1)?.key ?? null }],
      actions: [{ id: "note", type: "note", text: "Turned off a topic. Don’t offer it again." }],
    }),
  },
];

/** Whoever clicked two days ago and not since, and bought nothing. A daily rule meets each of them once. */
function clickedTwoDaysAgo(link_id: string | undefined): Condition {
  const link = link_id === undefined ? {} : { link_id };
  return {
    all: [
      { event: "clicked", ...link, days: 3 },
      {
        none: [
          { event: "clicked", ...link, days: 2 },
          { event: "bought", days: 3 },
        ],
      },
    ],
  };
}

/** The account's own date field for it, or one that it should add. */
function birthdayField({ fields }: RuleCatalog): string {
  const own = fields.filter(({ type }) => type === "date");
  return (own.find(({ key }) => /birth|cumple|geburt/.test(key)) ?? own[0])?.key ?? "birthday";
}
