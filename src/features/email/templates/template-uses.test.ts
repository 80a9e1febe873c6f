import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
});
afterAll(() => app?.close());

it("a template says where it’s used, and can’t be deleted before another e-mail is chosen there", async () => {
  const owner = await app.signUp();
  const { id } = (await owner.api("POST", "/templates", { name: "News", mode: "html", source: "<p>Hi</p>" }))
    .body;
  const path = `/templates/${id}`;
  const uses = async () => (await owner.api("GET", `${path}/uses`)).body.items;
  expect(await uses()).toEqual([]);
  const campaign = (
    await owner.api("POST", "/campaigns", { name: "Spring", mode: "template", template_id: id })
  ).body;
  const written = (await owner.api("POST", "/campaigns", { name: "Written", subject: "Hi" })).body;
  const test = (
    await owner.api("POST", "/experiments", {
      campaign_id: written.id,
      name: "Which?",
      versions: [{}, { template_id: id }],
    })
  ).body;
  const mail = (more: object) => ({ id: "s", type: "send", mail: { subject: "x", ...more } });
  const made = async (name: string, step: object) =>
    (await owner.api("POST", "/sequences", { name, draft: { steps: [step] } })).body;
  const deep = await made("Welcome", {
    id: "b",
    type: "branch",
    condition: null,
    yes: [mail({ mode: "template", template_id: id })],
    no: [],
  });
  const tested = await made("Tested", {
    ...mail({}),
    test: { versions: [{ mode: "template", template_id: id }] },
  });
  // Chosen once, and written in place since.
  await made("Past", mail({ mode: "blocks", template_id: id }));
  const rule = async (name: string, more: object) =>
    (
      await owner.api("POST", "/rules", {
        name,
        draft: { actions: [{ id: "a", type: "send", mail: { subject: "x", template_id: id, ...more } }] },
      })
    ).body;
  const automation = await rule("Thanks", { mode: "template" });
  await rule("Changed", { mode: "html", html: "<p>Hi</p>" });
  expect(await uses()).toEqual([
    { kind: "campaign", id: campaign.id, name: "Spring" },
    { kind: "test", id: test.id, name: "Which?" },
    { kind: "sequence", id: tested.id, name: "Tested" },
    { kind: "sequence", id: deep.id, name: "Welcome" },
    { kind: "rule", id: automation.id, name: "Thanks" },
  ]);
  const refused = await owner.api("DELETE", path);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: "TEMPLATE_USED", data: { uses: await uses() } });
  for (const sequence of [deep, tested]) await owner.api("DELETE", `/sequences/${sequence.id}`);
  await owner.api("DELETE", `/rules/${automation.id}`);
  await owner.api("DELETE", `/experiments/${test.id}`);
  await owner.api("PATCH", `/campaigns/${campaign.id}`, { mode: "html", html: "<p>Hi</p>" });
  expect((await owner.api("DELETE", path)).status).toBe(200);
  const stranger = await app.signUp();
  expect((await stranger.api("GET", `${path}/uses`)).body.code).toBe("TEMPLATE_NOT_FOUND");
});

it("a list of sequences says on which pages’ sign-ups they start", async () => {
  const owner = await app.signUp();
  const page = (await owner.api("POST", "/profiles", { name: "Mia" })).body.id;
  const made = (name: string, triggers: object[]) =>
    owner.api("POST", "/sequences", { name, draft: { triggers } });
  await made("A", [{ type: "lead", profile_ids: [] }]);
  await made("B", [{ type: "order" }]);
  await made("C", [{ type: "lead", profile_ids: [page] }, { type: "confirmed" }]);
  const { items } = (await owner.api("GET", "/sequences")).body;
  expect(items.map(({ starts_on }: { starts_on: string[] | null }) => starts_on)).toEqual([[], null, [page]]);
});
