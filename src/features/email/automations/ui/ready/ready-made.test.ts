import { describe, expect, it } from "vitest";
import { EMPTY_CATALOG } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { definitionSchema } from "#src/features/email/automations/definition-contract.ts";
import { DEFAULT_THEME } from "#src/features/email/templates/rules.ts";
import type { RuleCatalog } from "../action-sentence.ts";
import { describeRule } from "../rule-sentence.ts";
import { READY_MADE } from "./ready-made.ts";

const ID = "11111111-1111-4111-8111-111111111111";
const NOTHING: RuleCatalog = { ...EMPTY_CATALOG, sequences: [], webhooks: [] };
const FULL: RuleCatalog = {
  ...NOTHING,
  fields: [{ key: "birthday", label: "Birthday", type: "date", choices: [] }],
  topics: [
    { key: "news", name: "News" },
    { key: "shop", name: "Shop" },
  ],
  stages: [{ id: ID, name: "New" }],
  owners: [{ id: "mia", name: "Mia" }],
  links: [{ id: ID, name: "My shop" }],
  sequences: [{ id: ID, name: "Win back" }],
  webhooks: [{ id: ID, name: "Tickets" }],
};
const start = (catalog: RuleCatalog) => ({
  theme: DEFAULT_THEME,
  url: "https://mia.example",
  profileId: ID,
  catalog,
});
const made = (key: string, catalog = FULL) =>
  definitionSchema.parse(READY_MADE.find((one) => one.key === key)?.make(start(catalog)));

describe("ready-made rules", () => {
  it("are twelve or more, each with a name of its own", () => {
    expect(READY_MADE.length).toBeGreaterThanOrEqual(12);
    expect(new Set(READY_MADE.map(({ name }) => name)).size).toBe(READY_MADE.length);
  });

  it.each(READY_MADE.map(({ key }) => key))(
    "%s is what the contract takes, in an empty and a full account",
    (key) => {
      for (const catalog of [NOTHING, FULL]) {
        const definition = made(key, catalog);
        expect(definition.triggers.length).toBeGreaterThan(0);
        expect(definition.actions.length).toBeGreaterThan(0);
        expect(new Set(definition.actions.map(({ id }) => id)).size).toBe(definition.actions.length);
        expect(describeRule(definition, catalog)).toMatch(/^When .+, then .+\.$/);
      }
    },
  );

  it("name what the account has", () => {
    expect(describeRule(made("shop-clicks"), FULL)).toBe(
      "When someone clicks “My shop”, then add the tag “shop”.",
    );
    expect(describeRule(made("win-back"), FULL)).toBe(
      "When someone does nothing for 60 days, then start the sequence “Win back”.",
    );
    expect(describeRule(made("big-order"), FULL)).toBe(
      "When someone buys something, if its amount is at least 100, then add the task “Thank them in person” and tell your team: A big order came in.",
    );
    expect(describeRule(made("new-leads"), FULL)).toBe(
      "When someone joins your list, then move them to the stage “New” and make Mia their owner.",
    );
    expect(describeRule(made("top-fan"), FULL)).toMatch(
      /^When someone replies, if they’re fans .*, then tell your team: A top fan replied\.$/,
    );
  });
});
