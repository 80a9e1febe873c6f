import { expect, it } from "vitest";
import { type CampaignForm, mergeForms } from "./campaign-form.ts";

const BASE: CampaignForm = {
  ...{
    mailbox_id: null,
    from_name: "",
    template_id: null,
    subject: "",
    html: "",
    topic: "news",
    is_tracked: true,
  },
  audience: { tags: [], profile_ids: [] },
};

it("two people’s changes to different fields are both kept, and to the same field are a question", () => {
  const mine = { ...BASE, subject: "Mine", html: "<p>Same</p>" };
  const theirs = { ...BASE, html: "<p>Same</p>", audience: { tags: ["vip"], profile_ids: [] } };
  expect(mergeForms(BASE, mine, theirs)).toEqual({
    form: { ...theirs, subject: "Mine" },
    clashes: [],
  });
  expect(mergeForms(BASE, mine, { ...theirs, subject: "Theirs" }).clashes).toEqual(["subject"]);
});
