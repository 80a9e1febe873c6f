import { expect, it } from "vitest";
import { EVERYONE } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { DEFAULT_THEME } from "#src/features/email/templates/rules.ts";
import {
  type CampaignForm,
  mergeForms,
  onlyUsable,
  toSenderChoices,
  toSenderFields,
  UNTITLED,
  withUsualName,
} from "./campaign-form.ts";

const BASE: CampaignForm = {
  name: UNTITLED,
  mode: "blocks",
  preheader: "",
  blocks: [],
  theme: DEFAULT_THEME,
  attachments: [],
  mailbox_id: null,
  mailbox_share: 1,
  more_mailboxes: [],
  from_name: "",
  template_id: null,
  subject: "",
  html: "",
  topic: "news",
  tracking: "each",
  audience: { condition: EVERYONE },
};

it("two people’s changes to different fields are both kept, and to the same field are a question", () => {
  const mine = { ...BASE, subject: "Mine", html: "<p>Same</p>" };
  const theirs = {
    ...BASE,
    html: "<p>Same</p>",
    audience: { condition: { attribute: "tag", operator: "equals", value: "vip" } },
  };
  expect(mergeForms(BASE, mine, theirs)).toEqual({
    form: { ...theirs, subject: "Mine" },
    clashes: [],
  });
  expect(mergeForms(BASE, mine, { ...theirs, subject: "Theirs" }).clashes).toEqual(["subject"]);
});

it("the only account that can send is taken for granted; among several, somebody chooses", () => {
  const good = { id: "good", is_ready: true, is_proven: true };
  const refused = { ...good, id: "refused", is_ready: false };
  const strange = { ...good, id: "strange", is_proven: false };
  expect(onlyUsable([refused, good, strange])).toBe("good");
  expect(onlyUsable([good, { ...good, id: "other" }])).toBeUndefined();
  expect(onlyUsable([refused])).toBeUndefined();
});

it("with the main sending account taken out, the next one is the main one", () => {
  const form = {
    ...BASE,
    mailbox_id: "a",
    mailbox_share: 3,
    more_mailboxes: [{ share: 2, mailbox_id: "b" }],
  };
  expect(toSenderFields(toSenderChoices(form).slice(1))).toEqual({
    mailbox_id: "b",
    mailbox_share: 2,
    more_mailboxes: [],
  });
  expect(toSenderFields(toSenderChoices(form))).toMatchObject({
    mailbox_share: 3,
    more_mailboxes: form.more_mailboxes,
  });
});

it("a campaign is called what its subject says, until somebody names it", () => {
  expect(withUsualName(BASE, { subject: "We’re  on tour " })).toEqual({
    subject: "We’re  on tour ",
    name: "We’re on tour",
  });
  const named = { ...BASE, subject: "We’re on tour", name: "We’re on tour" };
  expect(withUsualName(named, { subject: "" })).toEqual({ subject: "", name: UNTITLED });
  expect(withUsualName({ ...named, name: "Tour" }, { subject: "Else" })).toEqual({ subject: "Else" });
  expect(withUsualName(named, { html: "Else" })).toEqual({ html: "Else" });
});
