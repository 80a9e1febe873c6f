import { expect, it } from "vitest";
import { choiceOf, filterOfScreen, filterWith } from "./audience-form.ts";

it("a saved view’s filters become an audience’s, and show as the same filters there", () => {
  const view = { q: "nora", all: false, tag: "vip", days: "30", status: "new", stage: "s", owner: "o" };
  const filter = filterWith(undefined, view);
  expect(filter).toMatchObject({
    q: "nora",
    tag: "vip",
    days: 30,
    status: "new",
    stage_id: "s",
    owner_id: "o",
  });
  expect(choiceOf(filter)).toMatchObject({ ...view, all: true });
  expect(filterWith(undefined, { q: "", all: true, status: "odd" })).toBeUndefined();
});

it("what only programs can set stays until somebody takes it off", () => {
  const since = "2026-01-01T00:00:00.000Z";
  const filter = filterWith({ since, tag: "vip" }, { q: undefined, all: true, country: "PT" });
  expect(filter).toMatchObject({ since, country: "PT", tag: undefined });
  expect(filter && filterOfScreen(filter)).toMatchObject({ since: undefined, country: "PT" });
});
